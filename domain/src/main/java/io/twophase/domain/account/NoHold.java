package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;

/** The account has no hold that a stamp, settle or release asked for; the account is unchanged. */
public record NoHold(AccountId account, TransactionId transaction) {}
