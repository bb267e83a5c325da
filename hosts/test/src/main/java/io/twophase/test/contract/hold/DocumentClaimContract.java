package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of operation on a document that is no range, from its hold to its end. */
public abstract class DocumentClaimContract extends HoldCases {

  private static final DocumentRef THERE = order("there");
  private static final DocumentRef FREE = order("free");
  private static final Fields BEFORE = fields("n", 50, "status", "UnPaid", "tags", List.of("red"));
  private static final Fields BODY = fields("status", "New");

  /** {record, operation, the fields as settled if it is there then, whether it is changed}. */
  static Stream<Arguments> operations() {
    Optional<Fields> gone = Optional.empty();
    return Stream.of("t1", BATCH)
        .flatMap(
            record ->
                Stream.of(
                    arguments(record, insert(FREE, BODY), Optional.of(BODY), true),
                    arguments(record, absent(FREE), gone, false),
                    arguments(
                        record,
                        change(THERE, set("status", "Paid"), inc("n", -1)),
                        Optional.of(fields("n", 49, "status", "Paid", "tags", List.of("red"))),
                        true),
                    arguments(record, remove(THERE), gone, false),
                    arguments(record, check(THERE, exists("n")), Optional.of(BEFORE), false)));
  }

  private Placing prepared(String record, DocumentOperation operation) {
    host(THERE, BEFORE);
    return on(record, operation);
  }

  private static DocumentRef ref(Placing asked) {
    return asked.claim().target().fold(account -> THERE, document -> document);
  }

  private void isAsBefore(DocumentRef document) {
    assertThat(read(document))
        .isEqualTo(
            document.equals(THERE)
                ? Optional.of(HoldCases.inOrder(Document.of(THERE, BEFORE)))
                : Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isHeldAndChangesNothingYet(String record, DocumentOperation operation) {
    Placing asked = held(prepared(record, operation));
    Document held = read(ref(asked)).orElseThrow();
    assertThat(held.holds()).containsExactly(holdOf(asked));
    assertThat(held.holds().get(0).member())
        .isEqualTo(record.equals(BATCH) ? Optional.of(MEMBER) : Optional.empty());
    assertThat(held.placeholder()).isEqualTo(ref(asked).equals(FREE));
    assertThat(held.fields()).isEqualTo(held.placeholder() ? fields() : BEFORE);
    isPresent(asked, holdOf(asked));
    isPresent(at(3, asked), holdOf(asked));
    assertThat(read(ref(asked))).contains(held);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isDoneAndSaysSoWhenItIsSettled(
      String record, DocumentOperation operation, Optional<Fields> after, boolean changes) {
    Placing asked = held(prepared(record, operation));
    assertThat(end(settle(asked))).isEqualTo(MATCHED);
    Optional<Document> settled = read(ref(asked));
    assertThat(settled.map(Document::fields)).isEqualTo(after);
    TransactionId last = record.equals(BATCH) ? MEMBER : new TransactionId(record);
    settled.ifPresent(
        there -> {
          assertThat(there.holds()).isEmpty();
          assertThat(there.placeholder()).isFalse();
          assertThat(there.lastTransaction())
              .isEqualTo(
                  changes
                      ? Optional.of(new Document.LastTransaction(store().home(), last))
                      : Optional.empty());
        });
    assertThat(end(settle(asked))).isEqualTo(NOT_MATCHED);
    assertThat(read(ref(asked))).isEqualTo(settled);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isWithdrawnAndSettledAtItsEpochOnly(String record, DocumentOperation operation) {
    Placing asked = held(at(4, prepared(record, operation)));
    Optional<Document> held = read(ref(asked));
    for (long other : List.of(1L, 3L, 5L)) {
      assertThat(end(withdraw(at(other, asked)), settle(at(other, asked))))
          .containsOnly(NOT_MATCHED);
    }
    assertThat(read(ref(asked))).isEqualTo(held);
    assertThat(end(withdraw(asked))).isEqualTo(MATCHED);
    isAsBefore(ref(asked));
    assertThat(end(withdraw(asked))).isEqualTo(NOT_MATCHED);
  }

  private static List<DocumentOperation> others(DocumentRef document) {
    return List.of(
        insert(document, fields("status", "Other")),
        change(document, set("status", "Other")),
        remove(document, exists("status")),
        check(document, exists("status")));
  }

  /** One of another operation or record is not this one. */
  @ParameterizedTest
  @MethodSource("operations")
  void isLeftAloneByAllButItsOwnClaim(String record, DocumentOperation operation) {
    Placing asked = held(prepared(record, operation));
    Optional<Document> held = read(ref(asked));
    List<Placing> others =
        Stream.concat(
                Stream.of(on("t2", operation), on("batch:2", operation)),
                others(ref(asked)).stream().map(other -> on(record, other)))
            .toList();
    for (Placing other : others) {
      assertThat(end(settle(other), release(other), withdraw(other)))
          .as("%s", other)
          .containsOnly(NOT_MATCHED);
      assertThat(stamp(other, 2)).as("%s", other).isEqualTo(NOT_MATCHED);
    }
    for (DocumentOperation other : others(ref(asked))) {
      isPresent(on(record, other), holdOf(asked));
      assertThat(on(record, other).claim().admits(holdOf(asked))).isFalse();
    }
    assertThat(read(ref(asked))).isEqualTo(held);
  }

  /** A hold of another home is another's, though the id is the same. */
  @ParameterizedTest
  @MethodSource("operations")
  void isEndedAsItWasSeenAndOfItsHomeOnly(String record, DocumentOperation operation) {
    Placing asked = held(prepared(record, operation));
    Target target = asked.claim().target();
    Hold seen = read(ref(asked)).orElseThrow().holds().get(0);
    assertThat(
            end(
                Ending.of(target, Copies.with(seen, "home", new Home("others"))),
                Ending.of(
                    target, Copies.with(seen, "member", Optional.of(new TransactionId("m9")))),
                Ending.of(target, seen.at(seen.epoch().next()))))
        .containsOnly(NOT_MATCHED);
    assertThat(end(Ending.of(target, seen))).isEqualTo(MATCHED);
    isAsBefore(ref(asked));
  }

  static Stream<Function<Placing, Ending>> ends() {
    return Stream.of(HoldCases::settle, HoldCases::withdraw, HoldCases::release);
  }

  /** Members that ask the same share one hold, whichever of them it names. */
  @ParameterizedTest
  @MethodSource("ends")
  void aCheckOfSeveralMembersIsOneHold(Function<Placing, Ending> end) {
    host(THERE, BEFORE);
    Placing first = held(on(BATCH, check(THERE, exists("n"))));
    Placing second =
        new Placing(
            first.record(),
            first.epoch(),
            new Claim.OfDocument(new TransactionId("m2"), check(THERE, exists("n"))));
    assertThat(second.claim().admits(holdOf(first))).isTrue();
    isPresent(second, holdOf(first));
    assertThat(end(end.apply(second))).isEqualTo(MATCHED);
    isAsBefore(THERE);
  }
}
