/** Replaces the QR codes of Amplify's Authenticator. They are for a second factor, which the user pool does not have. */
export default {};
