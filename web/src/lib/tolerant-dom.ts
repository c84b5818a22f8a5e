/** Returns the child of a parent that is or contains a node. */
function findChild(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * Lets React remove texts, and insert elements before texts, that the translation of a browser has put elsewhere. The
 * platform's methods throw, and React then unmounts the page. The site itself has such texts only in parts of other vendors.
 */
export function tolerateReplacedTexts(): void {
  // oxlint-disable-next-line typescript/unbound-method -- Both are called with their parent.
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const found = findChild(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null) {
    insertBefore.call(this, node, findChild(this, next));
    return node;
  };
}
