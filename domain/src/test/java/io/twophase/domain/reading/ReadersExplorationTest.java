package io.twophase.domain.reading;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.participant.Home;
import io.twophase.domain.reading.Reader.Fault;
import io.twophase.domain.value.Fields;
import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The first try of a reader beside transactions, in every order; and the same with each rule left
 * out.
 */
class ReadersExplorationTest {

  private static final DocumentRef A = order("a");
  private static final DocumentRef B = order("b");
  private static final DocumentRef C = order("c");
  private static final Home ELSEWHERE = new Home("other.transactions");

  private static DocumentOperation to(DocumentRef document, int value) {
    return change(document, set("n", value));
  }

  private static DocumentOperation to(DocumentRef document, int from, int value) {
    return change(document, is("n", from), set("n", value));
  }

  private static Map<DocumentRef, Fields> at(Object... refsAndNumbers) {
    Map<DocumentRef, Fields> documents = HashMap.empty();
    for (int each = 0; each < refsAndNumbers.length; each += 2) {
      documents =
          documents.put((DocumentRef) refsAndNumbers[each], fields("n", refsAndNumbers[each + 1]));
    }
    return documents;
  }

  /** What happens, and what is read beside it. */
  @SuppressWarnings("ImmutableEnumChecker") // vavr's collections are immutable, and not marked so
  enum Scenario {
    TRANSFER(at(A, 3, B, 0), List.of(A, B), Run.of("t1", add(A, "n", -1), add(B, "n", 1))),
    BACK_AND_FORTH(
        at(A, 3, B, 0),
        List.of(A, B),
        Run.of("t1", to(A, 3, 2), to(B, 0, 1)),
        Run.of("t2", to(B, 1, 0), to(A, 2, 3)),
        Run.of("t3", to(A, 3, 2), to(B, 0, 1))),
    BACK_AND_FORTH_FROM_TWO_HOMES(
        at(A, 3, B, 0),
        List.of(A, B),
        Run.of("t1", to(A, 3, 2), to(B, 0, 1)),
        Run.of("t2", to(B, 1, 0), to(A, 2, 3)),
        Run.of("t1", to(A, 3, 2), to(B, 0, 1)).at(ELSEWHERE),
        Run.of("t2", to(B, 1, 0), to(A, 2, 3)).at(ELSEWHERE)),
    ONE_AFTER_THE_OTHER(
        at(A, 0, B, 0, C, 0),
        List.of(A, B),
        Run.of("t1", to(C, 1), to(A, 1)),
        Run.of("t2", to(C, 1, 2), to(B, 2))),
    ONE_AFTER_THE_OTHER_HELD_BEFORE(
        at(A, 0, B, 0, C, 0),
        List.of(A, B),
        Run.of("t1", to(C, 1), to(A, 1)),
        Run.of("t2", to(B, 2), to(C, 1, 2))),
    INSERTED_AND_REMOVED(
        at(A, 0),
        List.of(A, B),
        Run.of("t1", to(A, 1), insert(B, fields("n", 1))),
        Run.of("t2", remove(B), to(A, 2))),
    ABSENT_IN_BETWEEN(
        at(B, 0),
        List.of(B, A),
        Run.of("t1", to(B, 1), insert(A, fields("n", 1))),
        Run.of("t2", remove(A), to(B, 2))),
    REMOVED_AFTER(
        at(B, 0),
        List.of(A, B),
        Run.of("t1", insert(A, fields("n", 1)), to(B, 1)),
        Run.of("t2", to(B, 1, 2), remove(A)).settlingBackwards()),
    ONE_DOCUMENT(at(A, 0), List.of(A), Run.of("t1", to(A, 1)), Run.of("t2", to(A, 2))),
    ONE_NUMBER(at(A, 9), List.of(A), Run.of("t1", add(A, "n", -1)), Run.of("t2", add(A, "n", -2)));

    private final Map<DocumentRef, Fields> initial;
    private final List<DocumentRef> asked;
    private final List<Run> runs;

    Scenario(Map<DocumentRef, Fields> initial, List<DocumentRef> asked, Run... runs) {
      this.initial = initial;
      this.asked = asked;
      this.runs = List.of(runs);
    }

    ReadersExploration exploration(Fault fault) {
      return new ReadersExploration(runs, asked, fault, initial);
    }
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void everyConsistentAnswerWasDecidedAtOneMomentOfTheReading(Scenario scenario) {
    ReadersExploration exploration = scenario.exploration(Fault.NONE);
    assertRight(exploration.explore());
    assertThat(exploration.answers()).isGreaterThan(10);
    assertRight(scenario.exploration(Fault.NONE_RECORDS_FIRST).explore());
  }

  @ParameterizedTest
  @CsvSource({
    "NOTHING_IS_READ_AGAIN, TRANSFER",
    "NOTHING_IS_READ_AGAIN, ONE_NUMBER",
    "STAMPS_ARE_IGNORED, BACK_AND_FORTH",
    "STAMPS_ARE_COMPARED_BY_THEIR_IDS, BACK_AND_FORTH_FROM_TWO_HOMES",
    "HOLDS_ARE_IGNORED, ONE_AFTER_THE_OTHER",
    "UNDECIDED_ARE_NOT_READ_AGAIN, ONE_AFTER_THE_OTHER_HELD_BEFORE",
    "ABSENT_IS_READ_LAST, ABSENT_IN_BETWEEN",
    "UNDECIDED_ARE_READ_BEFORE_ABSENT, REMOVED_AFTER"
  })
  void withoutOneRuleAnAnswerComesThatNeverWas(Fault fault, Scenario scenario) {
    assertThat(scenario.exploration(fault).explore().fault()).isNotEmpty();
  }

  private static void assertRight(Found found) {
    assertThat(found.fault()).as(found.report()).isEmpty();
  }
}
