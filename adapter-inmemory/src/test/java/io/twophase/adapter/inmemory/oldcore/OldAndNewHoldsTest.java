package io.twophase.adapter.inmemory.oldcore;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Accounts;
import io.vavr.control.Option;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same random calls to the three old ports of holds and to the new one. */
class OldAndNewHoldsTest {

  private static final int ROUNDS = 250;
  private static final int CALLS = 400;
  private static final HoldLimit LIMIT = new HoldLimit(4);
  private static final List<String> ACCOUNTS = List.of("A", "B", "ghost");

  @Test
  void aHundredThousandCallsHaveTheSameAnswers() {
    Random random = Seed.random("OldAndNewHoldsTest");
    Map<Answer.Kind, Integer> seen = new EnumMap<>(Answer.Kind.class);
    int matched = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Both both = new Both(random, Planted.NOTHING);
      for (int call = 0; call < CALLS; call++) {
        both.call();
      }
      both.kinds.forEach((kind, times) -> seen.merge(kind, times, Integer::sum));
      matched += both.matched;
    }
    System.out.println("OldAndNewHoldsTest: " + seen + ", matched " + matched);
    assertThat(seen)
        .containsOnlyKeys(
            Answer.Kind.HELD,
            Answer.Kind.PRESENT,
            Answer.Kind.BUSY,
            Answer.Kind.SHORT,
            Answer.Kind.REFUSED);
    assertThat(seen.values()).allMatch(times -> times > 500);
    assertThat(matched).isGreaterThan(ROUNDS * CALLS / 20);
  }

  @Test
  void plantedFaultsAreFound() {
    for (Planted fault :
        List.of(Planted.ENDS_AT_ANY_EPOCH, Planted.TAKES_ANY_BOUNDS, Planted.MOVES_ONE_MORE)) {
      Random random = Seed.random("OldAndNewHoldsTest");
      assertThatThrownBy(
              () -> {
                for (int round = 0; round < 20; round++) {
                  Both both = new Both(random, fault);
                  for (int call = 0; call < CALLS; call++) {
                    both.call();
                  }
                }
              })
          .as("%s", fault)
          .isInstanceOf(AssertionError.class);
    }
  }

  /** The request as the new store takes it. */
  private enum Planted {
    NOTHING,
    ENDS_AT_ANY_EPOCH,
    TAKES_ANY_BOUNDS,
    MOVES_ONE_MORE;

    Placing of(Placing asked) {
      return asked
          .claim()
          .fold(
              range ->
                  this == TAKES_ANY_BOUNDS && range.range().isReduced()
                      ? new Placing(
                          asked.record(),
                          asked.epoch(),
                          range.of(Range.whole(range.range().debit(), range.range().credit())))
                      : asked,
              document -> asked);
    }

    Ending of(Ending asked) {
      return switch (this) {
        case ENDS_AT_ANY_EPOCH ->
            new Ending(
                asked.target(),
                asked.record(),
                asked.claim(),
                Option.none(),
                asked.happens(),
                asked.net(),
                asked.known());
        case MOVES_ONE_MORE ->
            asked.net() < -1 && asked.record().isOfMany()
                ? Ending.settle(
                    asked.record(),
                    asked.claim().get(),
                    asked.at().get(),
                    asked.net() + 1,
                    asked.known())
                : asked;
        case NOTHING, TAKES_ANY_BOUNDS -> asked;
      };
    }
  }

  private static final class Both {
    private final Random random;
    private final Planted fault;
    private final InMemoryStore oldStore = InMemoryStore.create(Clock.systemUTC(), LIMIT);
    private final OldHolds old = new OldHolds(oldStore);
    private final InMemoryHolds holds =
        new InMemoryHolds(new HoldRules(oldStore.home(), InMemoryStore.ACCOUNTS, LIMIT));
    private final Accounts accounts = holds.accounts(Clock.systemUTC());
    private final RandomDocuments documents;
    private final List<Placing> asked = new ArrayList<>();
    private final Map<Answer.Kind, Integer> kinds = new EnumMap<>(Answer.Kind.class);
    private int matched;

    Both(Random random, Planted fault) {
      this.random = random;
      this.fault = fault;
      this.documents = new RandomDocuments(random);
      for (String id : List.of("A", "B")) {
        var opening =
            account(id)
                .floor(cents(-random.nextInt(20)))
                .ceiling(cents(100))
                .opening(cents(random.nextInt(60)));
        oldStore.accounts().open(List.of(opening));
        accounts.open(List.of(opening));
      }
      for (int order = 0; order < 2; order++) {
        DocumentRef ref = Documents.order(order);
        Fields fields = documents.fields().with("n", Documents.value(50));
        ((InMemoryDocumentRepository) oldStore.documents()).store(ref, fields);
        holds.store(ref, fields);
      }
    }

    void call() {
      int kind = random.nextInt(100);
      if (kind < 45 || asked.isEmpty()) {
        Placing placing = placing();
        compare(placing);
        asked.add(placing);
      } else if (kind < 80) {
        Placing of = pick(lately());
        if (!endsOtherwise(of)) {
          compare(ending(of));
        }
      } else if (kind < 97) {
        ofAHold(pick(lately()).claim().target());
      } else {
        change(
            pick(ACCOUNTS),
            pick(
                List.of(
                    StatusChange.FREEZE,
                    StatusChange.UNFREEZE,
                    StatusChange.UNFREEZE,
                    StatusChange.CLOSE)));
      }
    }

    /**
     * An old hold is of its bounds too, and not ended for others; and an old debit at most ends any
     * that is less, which now has to say that no more was there.
     */
    private boolean endsOtherwise(Placing of) {
      Target target = of.claim().target();
      Option<Stored> there = holds.findLatest(target).stored();
      return of.claim()
          .fold(
              range ->
                  range
                      .scale()
                      .fold(
                          money ->
                              range.open()
                                  && current(target).stream()
                                      .anyMatch(hold -> isLess(hold, of.record(), range)),
                          field -> there.exists(stored -> isOther(stored, range.scale()))),
              document -> false);
    }

    private static boolean isOther(Stored stored, Scale scale) {
      return stored.fold(account -> false, document -> !document.has(scale));
    }

    private static boolean isLess(Hold hold, RecordId record, Claim.OfRange claim) {
      return !record.isOfMany()
          && hold.record().equals(record)
          && !hold.range().isReduced()
          && hold.range().debit() < claim.range().debit();
    }

    // what is asked

    private Placing placing() {
      RecordId again = asked.isEmpty() ? new RecordId("t0") : pick(asked).record();
      return switch (random.nextInt(6)) {
        case 0 -> random.nextInt(3) == 0 ? atMost(record("m", again)) : lone(record("t", again));
        case 1 -> range(record("batch:", again));
        case 2 -> accountCheck(record("k", again));
        default -> document(again);
      };
    }

    private RecordId record(String kind, RecordId again) {
      return random.nextInt(3) == 0 && again.value().startsWith(kind)
          ? again
          : new RecordId(kind + random.nextInt(9));
    }

    private Placing money(RecordId record, Range range, boolean open) {
      Claim.OfRange claim =
          new Claim.OfRange(
              new Target.OfAccount(accountId(pick(ACCOUNTS))),
              new Scale.Money(random.nextInt(15) == 0 ? EUR : USD),
              range,
              open);
      return new Placing(record, anEpoch(), claim);
    }

    private Placing lone(RecordId record) {
      long amount = 1L + random.nextInt(25);
      Range range = random.nextBoolean() ? Range.whole(0, amount) : Range.whole(amount, 0);
      return money(record, range, false);
    }

    /** A hold of another debit that is less is none of it now: an old one did not say so. */
    private Placing atMost(RecordId record) {
      return money(record, Range.whole(1L + random.nextInt(25), 0), true);
    }

    private Placing range(RecordId record) {
      Option<Long> had = Option.when(random.nextInt(3) == 0, () -> (long) random.nextInt(80));
      Option<Long> could = Option.when(random.nextInt(3) == 0, () -> (long) random.nextInt(99));
      return money(record, new Range(1 + random.nextInt(20), random.nextInt(20), had, could), true);
    }

    private Placing accountCheck(RecordId record) {
      DocumentRef ref = InMemoryStore.ACCOUNTS.document(new Value.Text(pick(ACCOUNTS)));
      DocumentOperation operation =
          random.nextInt(8) == 0
              ? documents.operation(ref)
              : Documents.check(
                  ref,
                  Documents.is(pick(List.of("status", "color")), pick(List.of("active", "x"))));
      return of(record, operation);
    }

    /** A record never has a check and an addition that may lie beside each other. */
    private Placing document(RecordId again) {
      DocumentOperation operation = documents.operation(Documents.order(random.nextInt(3)));
      if (operation instanceof AddToField add && random.nextInt(12) == 0) {
        operation = new AddToField(add.document(), "n", add.amount(), 0, 99);
      }
      return of(
          record(
              operation instanceof CheckDocument
                  ? "c"
                  : operation instanceof AddToField ? "a" : "x",
              again),
          operation);
    }

    private Placing of(RecordId record, DocumentOperation operation) {
      Claim claim =
          operation instanceof AddToField add
              ? new Claim.OfRange(
                  new Target.OfDocument(add.document()),
                  new Scale.OfField(add.field(), add.floor(), add.ceiling()),
                  Range.whole(Math.max(0, -add.amount()), Math.max(0, add.amount())),
                  false)
              : new Claim.OfDocument(record.transaction(), operation);
      return new Placing(record, anEpoch(), claim);
    }

    private io.twophase.domain.id.Epoch anEpoch() {
      return epoch(1 + random.nextInt(3));
    }

    private Ending ending(Placing of) {
      Option<Hold> there =
          Option.ofOptional(
              current(of.claim().target()).stream()
                  .filter(hold -> hold.record().equals(of.record()))
                  .filter(of.claim()::admits)
                  .findFirst());
      var at = random.nextInt(4) == 0 ? anEpoch() : there.map(Hold::epoch).getOrElse(of.epoch());
      return switch (random.nextInt(4)) {
        case 0 -> Ending.release(of.record(), of.claim());
        case 1 -> Ending.withdraw(of.record(), of.claim(), at, Option.none());
        default ->
            Ending.settle(
                of.record(),
                of.claim(),
                at,
                net(of, there),
                there.filter(h -> fault == Planted.NOTHING));
      };
    }

    private long net(Placing of, Option<Hold> there) {
      return of.claim()
          .<Long>fold(
              claim -> {
                Range range = there.map(Hold::range).getOrElse(claim.range());
                boolean isAccount = claim.target().<Boolean>fold(id -> true, ref -> false);
                long whole = range.credit() - range.debit();
                if (of.record().isOfMany()) {
                  return range.credit()
                      - random.nextInt((int) (1 + range.debit() + range.credit()));
                }
                long part = 1L + random.nextInt((int) Math.abs(whole));
                return isAccount && !claim.open() && random.nextBoolean()
                    ? Long.signum(whole) * part
                    : whole;
              },
              document -> 0L);
    }

    /** Stamps or withdraws one that is there, as it was seen. */
    private void ofAHold(Target target) {
      List<Hold> there = current(target);
      if (!there.isEmpty()) {
        Hold hold = pick(there);
        if (random.nextInt(3) > 0) {
          Stamping stamping = new Stamping(target, hold, epoch(1 + random.nextInt(5)));
          equal(old.stamp(stamping), holds.stamp(List.of(stamping)).get(0), stamping, target);
        } else {
          compare(Ending.of(target, hold));
        }
      }
    }

    private List<Hold> current(Target target) {
      return holds.find(List.of(target)).get(0).stored().map(Stored::holds).getOrElse(List.of());
    }

    private void change(String id, StatusChange change) {
      var before = oldStore.accounts().change(accountId(id), change);
      var after = accounts.change(accountId(id), change);
      assertThat(after.refusal())
          .isEqualTo(
              before.fold(
                  changed -> Option.none(),
                  (StatusOutcome.Refused refused) -> Option.some(refused.refusal()),
                  inDoubt -> Option.none()));
      same(new Target.OfAccount(accountId(id)));
    }

    // comparing

    private void compare(Placing placing) {
      Answer expected = old.place(placing);
      Answer answer = holds.place(List.of(fault.of(placing))).get(0);
      kinds.merge(answer.kind(), 1, Integer::sum);
      boolean isOtherBounds =
          expected.kind() == Answer.Kind.REFUSED
              && expected.reason().isEmpty()
              && answer.reason().get() instanceof DocumentRefusal.NotAddable;
      if (!isOtherBounds) {
        equal(normal(expected), normal(answer), placing, placing.claim().target());
      }
      boolean isShort = answer.kind() == Answer.Kind.SHORT && answer.available() > 0;
      if (isShort && !placing.record().isOfMany()) {
        placing
            .claim()
            .<Option<Claim.OfRange>>fold(Option::some, document -> Option.none())
            .filter(Claim.OfRange::open)
            .forEach(claim -> less(placing, claim, answer.available()));
      }
    }

    /** A debit of at most that much, in its second step. */
    private void less(Placing placing, Claim.OfRange claim, long available) {
      Range part = new Range(available, 0, Option.some(available), Option.none());
      Placing less = new Placing(placing.record(), placing.epoch(), claim.of(part));
      asked.add(less);
      compare(less);
    }

    private void compare(Ending ending) {
      MatchOutcome answer = holds.end(List.of(fault.of(ending))).get(0);
      equal(old.end(ending), answer, ending, ending.target());
      matched += answer == MatchOutcome.MATCHED ? 1 : 0;
    }

    private void equal(Object expected, Object answer, Object call, Target target) {
      if (!answer.equals(expected)) {
        assertThat(answer).as("%s", call).isEqualTo(expected);
      }
      same(target);
    }

    private void same(Target target) {
      assertThat(holds.findLatest(target).stored().map(Both::normal))
          .isEqualTo(old.find(target).map(Both::normal));
    }

    /** Old holds of lone debits do not say what was there; nor in which order they came. */
    private static Stored normal(Stored stored) {
      return stored.fold(
          account ->
              account.with(
                  account.holds().stream()
                      .map(Both::normal)
                      .sorted(Comparator.comparing(Hold::record).thenComparing(Hold::mode))
                      .toList()),
          document -> document);
    }

    private static Hold normal(Hold hold) {
      return hold.record().isOfMany()
          ? hold
          : new Hold(
              hold.home(),
              hold.record(),
              hold.epoch(),
              hold.mode(),
              Range.whole(hold.range().debit(), hold.range().credit()),
              hold.fields(),
              hold.digest(),
              hold.member());
    }

    /** A full account names any of its holds. */
    private static Answer normal(Answer answer) {
      boolean isCheck =
          answer.reason().getOrNull() instanceof DocumentRefusal.DocumentBusy busy
              && busy.document().collection().equals(InMemoryStore.ACCOUNTS);
      boolean isFull = isCheck || answer.reason().exists(HoldRefusal.AccountBusy.class::isInstance);
      return new Answer(
          answer.kind(),
          isFull ? Option.none() : answer.hold().map(Both::normal),
          answer.elsewhere(),
          isCheck ? Option.none() : answer.reason(),
          answer.available(),
          answer.receivable());
    }

    private List<Placing> lately() {
      return asked.subList(Math.max(0, asked.size() - 8), asked.size());
    }

    private <T> T pick(List<T> all) {
      return all.get(random.nextInt(all.size()));
    }
  }
}
