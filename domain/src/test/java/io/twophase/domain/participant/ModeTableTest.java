package io.twophase.domain.participant;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.hold;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which holds can be on one document at the same time. */
class ModeTableTest {

  private static final DocumentRef ORDER = order("o1");
  private static final Option<Participant> DOCUMENT =
      stored(ORDER, fields("n", 50, "m", 50, "s", "x"));
  private static final Option<Participant> NONE = Option.none();

  private static final DocumentOperation INSERT = insert(ORDER, fields("n", 1));
  private static final DocumentOperation ABSENT = absent(ORDER);
  private static final DocumentOperation CHANGE = change(ORDER, set("s", "y"));
  private static final DocumentOperation REMOVE = remove(ORDER);
  private static final DocumentOperation CHECK = check(ORDER);
  private static final DocumentOperation CHECK_N = check(ORDER, is("n", 50));
  private static final DocumentOperation CHECK_M = check(ORDER, is("s", "x"), is("m", 50));
  private static final DocumentOperation ADD_N = add(ORDER, "n", 1);
  private static final DocumentOperation TAKE_N = add(ORDER, "n", -1);
  private static final DocumentOperation ADD_M = add(ORDER, "m", 1);

  private static final List<DocumentOperation> EXCLUSIVE = List.of(INSERT, ABSENT, CHANGE, REMOVE);

  private static final List<DocumentOperation> OTHERS =
      List.of(CHECK, CHECK_N, CHECK_M, ADD_N, TAKE_N, ADD_M);

  /** {there, held, wanted, whether both can be}. */
  static Stream<Arguments> table() {
    return Stream.of(exclusiveHeld(), exclusiveWanted(), others()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> exclusiveHeld() {
    Stream<DocumentOperation> wanted = Stream.concat(EXCLUSIVE.stream(), OTHERS.stream());
    return wanted.flatMap(
        operation ->
            Stream.of(
                arguments(NONE, INSERT, operation, false),
                arguments(NONE, ABSENT, operation, false),
                arguments(DOCUMENT, CHANGE, operation, false),
                arguments(DOCUMENT, REMOVE, operation, false)));
  }

  private static Stream<Arguments> exclusiveWanted() {
    return OTHERS.stream()
        .flatMap(
            held -> EXCLUSIVE.stream().map(wanted -> arguments(DOCUMENT, held, wanted, false)));
  }

  private static Stream<Arguments> others() {
    return OTHERS.stream()
        .flatMap(
            held ->
                OTHERS.stream()
                    .map(
                        wanted ->
                            arguments(
                                DOCUMENT,
                                held,
                                wanted,
                                !names(held, wanted) && !names(wanted, held))));
  }

  /**
   * Whether {@code check} names the field that {@code addition} adds to: said once more by hand.
   */
  private static boolean names(DocumentOperation check, DocumentOperation addition) {
    return (check == CHECK_N && (addition == ADD_N || addition == TAKE_N))
        || (check == CHECK_M && addition == ADD_M);
  }

  @ParameterizedTest
  @MethodSource("table")
  void aHoldIsPlacedOrBusy(
      Option<Participant> there, DocumentOperation held, DocumentOperation wanted, boolean both) {
    Option<Participant> document = held(there, "t1", held);
    DocumentLeg leg = leg("t2", 1, wanted);
    if (both) {
      assertThat(accepted(hold(document, leg)).holds())
          .containsExactly(document.get().holds().get(0), DocumentHold.of(leg));
    } else {
      assertThat(refused(hold(document, leg)))
          .isEqualTo(new DocumentHoldAnswer.Busy(document.get().holds().get(0)));
    }
    assertThat(DocumentHold.of(leg).excludes(document.get().holds().get(0))).isEqualTo(!both);
  }

  /** What a guard or a bound would say of the document is true only once the hold has ended. */
  static Stream<Arguments> refusedOtherwise() {
    return Stream.of(
        arguments(CHANGE, change(ORDER, is("s", "z"), set("s", "y"))),
        arguments(CHANGE, change(ORDER, set("s.t", "y"))),
        arguments(CHANGE, remove(ORDER, is("s", "z"))),
        arguments(CHANGE, check(ORDER, is("s", "z"))),
        arguments(CHANGE, add(ORDER, "s", 1)),
        arguments(CHANGE, add(ORDER, "n", 99)),
        arguments(CHANGE, INSERT),
        arguments(CHANGE, ABSENT),
        arguments(ADD_N, check(ORDER, is("n", 51))),
        arguments(CHECK_N, add(ORDER, "n", 99)));
  }

  @ParameterizedTest
  @MethodSource("refusedOtherwise")
  void busyComesBeforeARefusal(DocumentOperation held, DocumentOperation wanted) {
    Option<Participant> document = held(DOCUMENT, "t1", held);
    assertThat(refused(hold(DOCUMENT, leg("t2", 1, wanted))))
        .isInstanceOf(DocumentHoldAnswer.Denied.class);
    assertThat(refused(hold(document, leg("t2", 1, wanted))))
        .isEqualTo(new DocumentHoldAnswer.Busy(document.get().holds().get(0)));
  }

  @ParameterizedTest
  @MethodSource("refusedAnyway")
  void aRefusalComesWhereAHoldIsNotInTheWay(DocumentOperation held, DocumentOperation wanted) {
    assertThat(refused(hold(held(DOCUMENT, "t1", held), leg("t2", 1, wanted))))
        .isInstanceOf(DocumentHoldAnswer.Denied.class);
  }

  static Stream<Arguments> refusedAnyway() {
    return Stream.of(
        arguments(CHECK, check(ORDER, is("s", "z"))),
        arguments(ADD_N, check(ORDER, is("s", "z"))),
        arguments(CHECK, add(ORDER, "n", 99)),
        arguments(ADD_N, add(ORDER, "n", 99)));
  }
}
