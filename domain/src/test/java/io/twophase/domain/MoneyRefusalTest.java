package io.twophase.domain;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;

import io.twophase.domain.MoneyRefusal.CurrencyDiffers;
import io.twophase.domain.MoneyRefusal.NotDecimal;
import io.twophase.domain.MoneyRefusal.Overflow;
import io.twophase.domain.MoneyRefusal.TooManyDigits;
import io.twophase.domain.testing.Folds;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoneyRefusalTest {

  @Test
  void eachIsFoldedByItsOwnFunction() {
    Folds.assertEachReachesItsOwn(
        MoneyRefusal.class,
        List.of(
            new NotDecimal("ten"),
            new TooManyDigits("1.234", USD, 2),
            new Overflow("1e99", USD),
            new CurrencyDiffers(USD, EUR)),
        refusal ->
            refusal.<Class<?>>fold(
                notDecimal -> NotDecimal.class,
                tooManyDigits -> TooManyDigits.class,
                overflow -> Overflow.class,
                currencyDiffers -> CurrencyDiffers.class));
  }
}
