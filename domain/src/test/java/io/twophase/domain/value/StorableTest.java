package io.twophase.domain.value;

import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

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
}
