package io.twophase.test.contract.document;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.digest.OperationDigest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents whose fields of the protocol others have broken, who write outside of it: they are told
 * and left alone. For stores to which others can write.
 */
public abstract class BrokenDocumentsContract extends DocumentContract {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentOperation CHECK = check(ORDER);

  /** A sound shared hold of t1. */
  private static final Fields HOLD =
      fields(
          "id",
          "t1",
          "home",
          HOME.name(),
          "epoch",
          1L,
          "mode",
          "shared",
          "operation",
          OperationDigest.of(CHECK));

  /** A sound name of the transaction that changed it last. */
  private static final Fields LAST = fields("id", "t1", "home", HOME.name());

  private static final Fields BOUNDS =
      fields("available", 50L, "receivable", 50L, "floor", 0L, "ceiling", 100L);

  private final BiConsumer<DocumentRef, Fields> host;
  private final Function<DocumentRef, Fields> stored;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param host stores a document of these fields, whatever they are
   * @param stored its fields, as they are stored
   */
  protected BrokenDocumentsContract(
      Supplier<DocumentRepository> fresh,
      BiConsumer<DocumentRef, Fields> host,
      Function<DocumentRef, Fields> stored) {
    super(fresh);
    this.host = host;
    this.stored = stored;
  }

  private static Fields holds(@Nullable Object... holds) {
    List<Object> all = new ArrayList<>();
    for (Object hold : holds) {
      all.add(value(hold));
    }
    return fields("n", 50, Names.PENDING, all);
  }

  private static Fields lastTransaction(Fields last) {
    return fields("n", 50, Names.LAST_TRANSACTION, last);
  }

  private static Fields escrow(@Nullable Object bounds) {
    return fields("n", 50, Names.ESCROW, bounds);
  }

  static Stream<Fields> broken() {
    return Stream.of(
        fields(Names.PENDING, "x"),
        fields(Names.PENDING, null),
        fields(Names.PENDING, fields()),
        holds("t1"),
        holds((Object) null),
        holds(List.of(HOLD)),
        holds(fields()),
        holds(HOLD.without("id")),
        holds(HOLD.without("home")),
        holds(HOLD.without("epoch")),
        holds(HOLD.without("mode")),
        holds(HOLD.without("operation")),
        holds(HOLD.with("id", value(7))),
        holds(HOLD.with("id", value(""))),
        holds(HOLD.with("home", value(""))),
        holds(HOLD.with("home", NULL)),
        holds(HOLD.with("epoch", value(1))),
        holds(HOLD.with("epoch", value(-1L))),
        holds(HOLD.with("epoch", value("1"))),
        holds(HOLD.with("mode", value("secret"))),
        holds(HOLD.with("mode", value(List.of("shared")))),
        holds(HOLD.with("operation", value(5))),
        holds(HOLD.with("fields", value("n"))),
        holds(HOLD.with("fields", value(List.of(5)))),
        holds(HOLD.with("mode", value("escrow")).with("fields", value(List.of("n")))),
        holds(HOLD.with("mode", value("escrow")).with("amount", value(5L))),
        holds(
            HOLD.with("mode", value("escrow"))
                .with("fields", value(List.of("n")))
                .with("amount", value("5"))),
        fields(Names.ESCROW, 1),
        fields(Names.ESCROW, null),
        fields(Names.ESCROW, List.of(fields("n", BOUNDS))),
        escrow(fields("n", 5L)),
        escrow(fields("n", BOUNDS.without("floor"))),
        escrow(fields("n", BOUNDS.with("receivable", value("50")))),
        fields(Names.PLACEHOLDER, "x"),
        fields(Names.PLACEHOLDER, false),
        fields(Names.PLACEHOLDER, true),
        holds(HOLD).with(Names.PLACEHOLDER, value(true)),
        holds(HOLD.with("mode", value("exclusive"))).with(Names.PLACEHOLDER, value(true)),
        fields(Names.LAST_TRANSACTION, 7),
        fields(Names.LAST_TRANSACTION, null),
        fields(Names.LAST_TRANSACTION, "t1"),
        lastTransaction(LAST.without("id")),
        lastTransaction(LAST.without("home")),
        lastTransaction(LAST.with("id", value(7))),
        lastTransaction(LAST.with("id", value(""))),
        lastTransaction(LAST.with("id", value(List.of("t1")))),
        lastTransaction(LAST.with("home", value(""))),
        lastTransaction(LAST.with("home", NULL)),
        fields(Names.LAST_TRANSACTION, List.of(LAST)));
  }

  private static List<DocumentOperation> operations() {
    return List.of(
        change(ORDER, set("status", "Paid")),
        remove(ORDER),
        CHECK,
        insert(ORDER, fields("a", 1)),
        absent(ORDER),
        add(ORDER, "n", 1),
        add(ORDER, "n", -1));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void isToldAndTakesNoHoldAndIsLeftAlone(Fields broken) {
    host.accept(ORDER, broken);
    assertThat(documents().find(List.of(ORDER)).get(0))
        .isInstanceOf(DocumentLookup.Unreadable.class);
    assertThat(documents().findLatest(ORDER)).isInstanceOf(DocumentLookup.Unreadable.class);
    for (DocumentOperation operation : operations()) {
      assertThat(hold(leg("t9", 1, operation)))
          .as(operation.kind())
          .isInstanceOfSatisfying(
              DocumentHoldOutcome.Refused.class,
              refused ->
                  assertThat(refused.refusal())
                      .isInstanceOf(DocumentRefusal.DocumentCorrupt.class));
    }
    assertThat(stored.apply(ORDER)).isEqualTo(broken);
  }

  /** Also where a hold in it looks like one that others might end. */
  @ParameterizedTest
  @MethodSource("broken")
  void nobodyEndsWhatHeDoesNotHold(Fields broken) {
    host.accept(ORDER, broken);
    for (DocumentOperation operation : operations()) {
      DocumentLeg leg = leg("t9", 1, operation);
      assertNothingMatches(() -> stamp(at(2, leg)));
      assertNothingMatches(() -> settle(leg));
      assertNothingMatches(() -> release(leg));
      assertNothingMatches(() -> withdraw(leg));
    }
    assertThat(stored.apply(ORDER)).isEqualTo(broken);
  }

  private static void assertNothingMatches(Supplier<MatchOutcome> call) {
    try {
      assertThat(call.get()).isNotEqualTo(MatchOutcome.MATCHED);
    } catch (StoreException notAnswered) {
      assertThat(notAnswered).hasMessageContaining("o1");
    }
  }

  /** Something else is broken than the hold, which may be decided: then it ends, and only it. */
  @ParameterizedTest
  @MethodSource("broken")
  void aSoundHoldInItEndsWhollyOrNotAtAll(Fields broken) {
    if (broken.has(Names.PENDING) || broken.has(Names.PLACEHOLDER)) {
      return;
    }
    Fields before = broken.with(Names.PENDING, value(List.of(HOLD)));
    Fields after = broken.with(Names.PENDING, value(List.of()));
    host.accept(ORDER, before);
    assertThat(List.of(before, after)).contains(ended());
  }

  private Fields ended() {
    DocumentLeg leg = leg("t1", 1, CHECK);
    try {
      MatchOutcome told = settle(leg);
      Fields left = stored.apply(ORDER);
      boolean isThere = left.get(Names.PENDING).exists(value(List.of(HOLD))::equals);
      assertThat(told).isEqualTo(isThere ? MatchOutcome.NOT_MATCHED : MatchOutcome.MATCHED);
      return left;
    } catch (StoreException notAnswered) {
      return stored.apply(ORDER);
    }
  }

  /** A document of a host's stays, whoever has marked it: only a placeholder goes with its hold. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneThatIsMarkedAsAPlaceholderIsNotRemovedWithAHold(boolean atItsEpoch) {
    DocumentLeg leg = leg("t1", 1, change(ORDER, set("status", "Paid")));
    Fields hold =
        HOLD.with("mode", value("exclusive"))
            .with("operation", value(OperationDigest.of(leg.operation())));
    host.accept(ORDER, holds(hold).with(Names.PLACEHOLDER, value(true)));

    assertThat(atItsEpoch ? withdraw(leg) : release(leg)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(stored.apply(ORDER)).isEqualTo(holds().with(Names.PLACEHOLDER, value(true)));
    assertThat(atItsEpoch ? withdraw(leg) : release(leg)).isEqualTo(MatchOutcome.NOT_MATCHED);
  }

  /** A placeholder that has lost its mark is removed by nobody: it may have become a host's. */
  @Test
  void aPlaceholderThatIsNotMarkedAnyMoreKeepsAllButItsHold() {
    DocumentLeg leg = leg("t1", 1, insert(ORDER, fields("a", 1)));
    assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
    Fields placeholder = stored.apply(ORDER);
    assertThat(release(leg)).isEqualTo(MatchOutcome.MATCHED);
    host.accept(ORDER, placeholder.without(Names.PLACEHOLDER));

    assertThat(release(leg)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(stored.apply(ORDER)).isEqualTo(fields(Names.PENDING, List.of()));
  }

  /** A scan of what is held shows what seems to be. */
  @Test
  void aScanShowsItAmongWhatIsHeld() {
    host.accept(ORDER, holds(HOLD.without("mode")));
    host.accept(order("sound"), holds(HOLD));
    host.accept(order("idle"), new Fields(List.of(new Field("n", value(50)))));
    List<DocumentLookup> seen = new ArrayList<>();
    documents().scanHeld(ORDER.collection(), seen::add);
    assertThat(seen)
        .hasSize(2)
        .anyMatch(DocumentLookup.Found.class::isInstance)
        .anyMatch(
            lookup ->
                lookup instanceof DocumentLookup.Unreadable unreadable
                    && unreadable.document().equals(ORDER));
  }

  /** One that is broken does not keep others of the call from what they ask for. */
  @Test
  void othersOfACallAreHeldAndSettledAllTheSame() {
    host.accept(ORDER, fields(Names.ESCROW, 1));
    host.accept(order("sound"), fields("n", 50));
    Value paid = value("Paid");
    DocumentLeg sound = leg("t1", 1, change(order("sound"), set("status", paid)));
    DocumentLeg broken = leg("t1", 1, change(ORDER, set("status", paid)));
    assertThat(documents().hold(List.of(broken, sound)).get(1))
        .isEqualTo(DocumentHoldOutcome.held());
    assertThat(settle(sound)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(read(order("sound")).get().fields()).isEqualTo(fields("n", 50, "status", "Paid"));
  }
}
