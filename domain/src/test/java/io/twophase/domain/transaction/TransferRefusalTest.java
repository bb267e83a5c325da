package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.testing.Folds;
import io.twophase.domain.transaction.TransferRefusal.AmountNotPositive;
import io.twophase.domain.transaction.TransferRefusal.AmountOverflow;
import io.twophase.domain.transaction.TransferRefusal.MixedCurrencies;
import io.twophase.domain.transaction.TransferRefusal.SameAccount;
import io.twophase.domain.transaction.TransferRefusal.Unbalanced;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferRefusalTest {

  @Test
  void eachIsFoldedByItsOwnFunction() {
    Folds.assertEachReachesItsOwn(
        TransferRefusal.class,
        List.of(
            new SameAccount(accountId("A")),
            new AmountNotPositive(usd("0")),
            new MixedCurrencies(USD, EUR),
            new Unbalanced(BigInteger.ONE, BigInteger.TWO),
            new AmountOverflow(BigInteger.TWO.pow(64))),
        refusal ->
            refusal.<Class<?>>fold(
                sameAccount -> SameAccount.class,
                amountNotPositive -> AmountNotPositive.class,
                mixedCurrencies -> MixedCurrencies.class,
                unbalanced -> Unbalanced.class,
                amountOverflow -> AmountOverflow.class));
  }
}
