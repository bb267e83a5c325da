package io.twophase.domain;

import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.testing.Verbs;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Money … */
class MoneyTest {

  @ScenesOf("money.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this).ofValues(Money.class).reading(Money.class, Fixtures::usd));
  }

  /** Reads an amount that is written as it is said. */
  String read(String text, Currency currency) {
    return Money.parse(text, currency)
        .fold(
            refusal -> refusal.kind() + ": " + refusal.message(),
            money -> {
              assertThat(money).hasToString(money.toDecimal() + " " + currency);
              return money.minor() + ", written " + money.toDecimal();
            });
  }

  @Test
  void withARefusalOfTheSameDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(refused(Money.parse("0.123", USD)).message()).endsWith("which has 2");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void backFromItsOwnTextWhateverTheAmount() {
    Random random = Seed.random("money round trip");
    List<Currency> currencies =
        List.of(USD, Currency.getInstance("JPY"), Currency.getInstance("BHD"));
    for (int run = 0; run < 30_000; run++) {
      // shifted, so that small amounts occur as often as large ones
      long minor = random.nextLong() >> random.nextInt(64);
      Money money = new Money(minor, currencies.get(run % currencies.size()));
      assertThat(Money.parse(money.toDecimal(), money.currency())).containsExactly(money);
    }
  }
}
