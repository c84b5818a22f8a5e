const empty = {};

/** Replaces the languages of Amplify's Authenticator. The site needs no dictionary, because the keys are the English texts. */
export {
  empty as deDict,
  empty as enDict,
  empty as esDict,
  empty as frDict,
  empty as heDict,
  empty as huDict,
  empty as idDict,
  empty as itDict,
  empty as jaDict,
  empty as krDict,
  empty as nbDict,
  empty as nlDict,
  empty as plDict,
  empty as ptDict,
  empty as ruDict,
  empty as svDict,
  empty as thDict,
  empty as trDict,
  empty as uaDict,
  empty as zhDict,
};
