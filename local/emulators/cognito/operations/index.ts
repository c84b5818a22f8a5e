import {
  DeleteUser,
  GetUser,
  GetUserAttributeVerificationCode,
  UpdateUserAttributes,
  VerifyUserAttribute,
} from './account.ts';
import { AdminDeleteUser, AdminGetUser } from './admin.ts';
import { GetTokensFromRefreshToken, InitiateAuth } from './initiate-auth.ts';
import type { Operation } from './operation.ts';
import { ChangePassword, ConfirmForgotPassword, ForgotPassword } from './password.ts';
import { RespondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { GlobalSignOut, RevokeToken } from './sign-out.ts';
import { ConfirmSignUp, ResendConfirmationCode, SignUp } from './sign-up.ts';

/** Every call the emulator answers, by the name clients send in `X-Amz-Target`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    AdminDeleteUser,
    AdminGetUser,
    ChangePassword,
    ConfirmForgotPassword,
    ConfirmSignUp,
    DeleteUser,
    ForgotPassword,
    GetTokensFromRefreshToken,
    GetUser,
    GetUserAttributeVerificationCode,
    GlobalSignOut,
    InitiateAuth,
    ResendConfirmationCode,
    RespondToAuthChallenge,
    RevokeToken,
    SignUp,
    UpdateUserAttributes,
    VerifyUserAttribute,
  }),
);
