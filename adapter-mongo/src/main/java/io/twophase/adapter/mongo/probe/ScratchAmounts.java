package io.twophase.adapter.mongo.probe;

import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import java.util.Currency;

/**
 * What the probe opens scratch accounts with, and moves between them.
 *
 * @param ids names its transactions
 */
record ScratchAmounts(ScratchIds ids) {

  /** Of all scratch accounts. */
  static final Currency CURRENCY = Currency.getInstance("XXX");

  static Money money(long minor) {
    return new Money(minor, CURRENCY);
  }

  Opening opening(AccountId id, long balance) {
    return Opening.of(id, money(balance)).get();
  }

  Leg debit(String transaction, Epoch epoch, AccountId account, long amount) {
    return leg(transaction, epoch, new Debit(account, money(amount)));
  }

  Leg credit(String transaction, Epoch epoch, AccountId account, long amount) {
    return leg(transaction, epoch, new Credit(account, money(amount)));
  }

  private Leg leg(String transaction, Epoch epoch, AccountOperation operation) {
    return new Leg(ids.transaction(transaction), epoch, operation);
  }
}
