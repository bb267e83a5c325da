package io.twophase.domain;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import java.math.BigInteger;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Money … */
class MoneyTest {

  /** is read … */
  @Nested
  class Read {

    @ParameterizedTest(name = "{0} {1} is {2} minor units, written {3}")
    @CsvSource({
      "12.34, USD, 1234, 12.34",
      "12.3, USD, 1230, 12.30",
      "12, USD, 1200, 12.00",
      "-5, USD, -500, -5.00",
      "-0.01, USD, -1, -0.01",
      "0, USD, 0, 0.00",
      "-0, USD, 0, 0.00",
      "007, USD, 700, 7.00",
      "5, JPY, 5, 5",
      "1.234, BHD, 1234, 1.234",
      "1, BHD, 1000, 1.000",
      "9, XXX, 9, 9",
      "92233720368547758.07, USD, 9223372036854775807, 92233720368547758.07",
      "-92233720368547758.08, USD, -9223372036854775808, -92233720368547758.08",
      "9223372036854775807, JPY, 9223372036854775807, 9223372036854775807",
      "-9223372036854775.808, BHD, -9223372036854775808, -9223372036854775.808",
      "0000000000000000000000000000000000012.34, USD, 1234, 12.34",
    })
    void exactlyWithTheCurrencysFractionDigits(
        String text, String currency, long minor, String written) {
      Money money = accepted(Money.parse(text, Currency.getInstance(currency)));
      assertThat(money.minor()).isEqualTo(minor);
      assertThat(money.toDecimal()).isEqualTo(written);
      assertThat(money).hasToString(written + " " + currency);
    }

    @ParameterizedTest(name = "''{0}''")
    @ValueSource(
        strings = {
          "",
          "-",
          ".",
          "-.",
          ".5",
          "5.",
          "-.5",
          "-5.",
          "+1",
          " 1",
          "1 ",
          "1_000",
          "1,000",
          "abc",
          "1e400",
          "1E2",
          "0x1",
          "--1",
          "1-",
          "1.2.3",
          "1..2",
          "NaN",
          "١",
          "１",
          "00000000000000000000000000000000000000.01"
        })
    void fromPlainDecimalTextOnlyNotFrom(String text) {
      MoneyRefusal refusal = refused(Money.parse(text, USD));
      assertThat(refusal.kind()).isEqualTo("BadAmount");
      assertThat(refusal).isEqualTo(new MoneyRefusal.NotDecimal(text));
      assertThat(refusal.message()).startsWith("'" + text).contains("decimal");
    }

    @Test
    void from40CharactersAtMost() {
      String forty = "0".repeat(37) + ".01";
      assertThat(Money.parse(forty, USD)).containsExactly(cents(1));
      assertThat(refused(Money.parse("0" + forty, USD)))
          .isInstanceOf(MoneyRefusal.NotDecimal.class);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"12.345, USD, 2", "12.340, USD, 2", "1.0, JPY, 0", "1.2345, BHD, 3", "1.5, XXX, 0"})
    void withNoMoreFractionDigitsThanTheCurrencyHasNeverRounded(
        String text, String code, int digits) {
      Currency currency = Currency.getInstance(code);
      MoneyRefusal refusal = refused(Money.parse(text, currency));
      assertThat(refusal).isEqualTo(new MoneyRefusal.TooManyDigits(text, currency, digits));
      assertThat(refusal.message()).contains(text, code, "which has " + digits);
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

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
      "92233720368547758.08, USD",
      "-92233720368547758.09, USD",
      "9223372036854775808, JPY",
      "92233720368547759, USD",
      "9999999999999999999999999999999999999999, XXX",
    })
    void withinInt64MinorUnitsNotBeyond(String text, String currency) {
      Currency known = Currency.getInstance(currency);
      MoneyRefusal refusal = refused(Money.parse(text, known));
      assertThat(refusal).isEqualTo(new MoneyRefusal.Overflow(text, known));
      assertThat(refusal.message())
          .contains(text, "the largest amount, " + new Money(Long.MAX_VALUE, known));
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

    @Test
    void andItsRefusalShortensALongText() {
      String message = refused(Money.parse("9".repeat(500), USD)).message();
      assertThat(message).hasSizeLessThan(120).contains("9".repeat(60) + "…'");
      assertThat(refused(Money.parse("x".repeat(60), USD)).message()).doesNotContain("…");
    }
  }

  @Test
  void isPositiveAboveZeroOnly() {
    assertThat(cents(1).isPositive()).isTrue();
    assertThat(Money.zero(USD).isPositive()).isFalse();
    assertThat(cents(-1).isPositive()).isFalse();
  }

  @Test
  void totalsBeyondInt64StillHaveAText() {
    BigInteger twice = BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(1);
    assertThat(Money.toDecimal(twice, USD)).isEqualTo("184467440737095516.14");
  }
}
