package io.twophase.domain.value;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What BSON would store as something else is refused where it is made, by name. */
class StorableTest {

  private static final String HALF = "an order of \uD83D";
  private static final String FAULT =
      "a text beginning \"an order of \" has half of a character, \\ud83d, at place 12:"
          + " it cannot be stored";

  @Test
  void aTextMayHaveAnyWholeCharacter() {
    String whole = "\0 \uFFFD \uD83D\uDE00\uDBFF\uDFFF";
    assertThat(new Value.Text(whole).value()).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0000000000000000000000000000000000",
        "10000000000000000000000000000000001",
        "1E+6112",
        "0E+6112",
        "1E-6177",
        "0E-6177"
      })
  void aDecimalNumberHasNoMoreThanADecimal128Has(String text) {
    assertThatThrownBy(() -> new Value.Decimal(new BigDecimal(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the decimal number " + new BigDecimal(text) + " cannot be stored")
        .hasMessageContaining(" the exponent " + -new BigDecimal(text).scale() + ";");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.000000000000000000000000000000000",
        "-9999999999999999999999999999999999E+6111",
        "1E+6111",
        "0E-6176"
      })
  void aDecimalNumberMayHaveAllThatADecimal128Has(String text) {
    assertThatCode(() -> new Value.Decimal(new BigDecimal(text))).doesNotThrowAnyException();
  }

  @Test
  void theHostIsToldWhichFieldItIs() {
    assertRefused(() -> Guards.where("note").equalTo(HALF), "note: " + FAULT);
    assertRefused(() -> Guards.where("note").oneOf("a", HALF), "note: " + FAULT);
    assertRefused(() -> FieldChange.set("a.note", HALF), "a.note: " + FAULT);
    assertRefused(() -> FieldChange.push("notes", List.of(HALF)), "notes: " + FAULT);
    assertRefused(() -> FieldChange.pull("notes", HALF), "notes: " + FAULT);
    assertRefused(() -> Fields.of(Map.of("a", Map.of("note", HALF))), "a: note: " + FAULT);
    assertRefused(() -> CollectionName.of("c").document(HALF), "c: an _id: " + FAULT);
  }

  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatIllegalArgumentException().isThrownBy(made).withMessage(message);
  }

  /** What is shown goes into stored reasons. */
  @Test
  void wordsDoNotPartAPair() {
    String cut = value("x".repeat(198) + "\uD83D\uDE00".repeat(100)).words();
    assertThat(cut).isEqualTo('"' + "x".repeat(198) + "… (string, 603 bytes)");
    assertThat(value("x".repeat(197) + "\uD83D\uDE00".repeat(100)).words())
        .isEqualTo('"' + "x".repeat(197) + "\uD83D\uDE00… (string, 602 bytes)");
  }

  /** All of equal value stand for one another, also at the ends of what a decimal128 has. */
  @Test
  void theLargestNumbersMatchWhateverTheirZeros() {
    Value one = value(new BigDecimal("1E+6111"));
    Value zeros = value(new BigDecimal("1000E+6108"));
    Value large = value(new BigDecimal("1000E+6111"));
    assertThat(one.matches(zeros)).isTrue();
    assertThat(large.matches(value(new BigDecimal("1000000E+6108")))).isTrue();
    assertThat(large.compareTo(one)).contains(1);
    assertThat(value(fields("a", large)).matches(value(fields("a", one)))).isFalse();
  }

  /** A binary number has up to 767 digits, of which a decimal128 has none that is equal. */
  @Test
  void aBinaryNumberMatchesADecimalOneOnlyIfItIsThatNumber() {
    assertThat(value(0.1).matches(value(new BigDecimal("0.1")))).isFalse();
    assertThat(value(0.1).matches(value(0.1))).isTrue();
    assertThat(value(0.1).compareTo(value(new BigDecimal("0.1")))).contains(1);
    assertThat(value(Double.MIN_VALUE).compareTo(value(0))).contains(1);
    assertThat(value(-Double.MAX_VALUE).compareTo(value(Long.MIN_VALUE))).contains(-1);
    assertThat(value(1e22).matches(value(new BigDecimal("1E+22")))).isTrue();
    assertThat(value(0.1).isFiniteNumber()).isTrue();
    assertThat(value(Double.NaN).isFiniteNumber()).isFalse();
  }
}
