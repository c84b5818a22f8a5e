import { chromium } from '@playwright/test';
import { openWorkshop } from '/work/main/tests/e2e/support/workshop.ts';
import { newCreator } from '/work/main/tests/e2e/support/creator.ts';
const url='http://localhost:5303';
const w=await openWorkshop(url); const c=await newCreator(w); await c.generate('castle');
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-quic']});
const settled=(p:any,path:string)=>path==='/auth'?p.getByRole('button',{name:/^Sign/}).first().waitFor():p.waitForLoadState('networkidle');
for (const width of [320,360,640,1440]) for (const path of ['/','/auth','/auth?view=update_password','/buy-credits','/nope','/account']) for (const as of [undefined,c]) {
  const ctx=await b.newContext({viewport:{width,height:800},hasTouch:width<=360,isMobile:width<=360,...(as&&{storageState:as.signedIn})});
  const p=await ctx.newPage(); const out:string[]=[];
  p.on('console',m=>['error','warning'].includes(m.type())&&out.push('console '+m.text())); p.on('pageerror',e=>out.push('ERR '+e.message));
  p.on('request',r=>{const o=new URL(r.url()).origin; if(o!==url && !Object.values(w.endpoints).includes(o) && !/^(data|blob)/.test(r.url())) out.push('third '+r.url())});
  await p.addInitScript(`window.__cls=0;window.__who=[];new PerformanceObserver(l=>{for(const e of l.getEntries())if(!e.hadRecentInput){window.__cls+=e.value;window.__who.push(...e.sources.map(s=>(s.node?.className||s.node?.nodeName)+''))}}).observe({type:'layout-shift',buffered:true})`);
  await p.goto(url+path); await settled(p,path); await p.waitForTimeout(700);
  const r:any=await p.evaluate(`(()=>{const small=[];if(${width<=360})for(const e of document.querySelectorAll('a,button,select,input,textarea')){const q=e.getBoundingClientRect();if(q.width&&q.height&&(q.height<43.5||q.width<43.5)&&getComputedStyle(e).opacity!=='0')small.push((e.textContent||e.name||e.className).slice(0,30)+' '+Math.round(q.width)+'x'+Math.round(q.height))}return{cls:window.__cls,who:window.__who,over:document.documentElement.scrollWidth-document.documentElement.clientWidth,small}})()`);
  if(r.cls>0||r.over>0||r.small.length||out.length) console.log(width,path,as?'signed in':'visitor',JSON.stringify(r),out.join(' | '));
  await ctx.close();
}
await b.close(); console.log('walked');
