package io.twophase.test.equality.hold;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guards;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Value.Text;
import io.twophase.test.contract.hold.HoldStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random requests on few targets, of few records, so that they meet often. */
final class RandomHolds {

  private static final int REMEMBERED = 14;
  private static final List<String> RECORDS =
      List.of("t0", "t1", "t2", "t3", "batch:b0", "batch:b1");
  private static final List<String> ACCOUNTS = List.of("A", "B", "ghost");

  private final HoldStore exact;
  private final Draws draws;
  private final List<DocumentRef> documents;
  private final Deque<Placing> asked = new ArrayDeque<>();

  /**
   * @param exact shows what is held by now
   */
  RandomHolds(HoldStore exact, Draws draws) {
    this.exact = exact;
    this.draws = draws;
    this.documents = documents(draws);
  }

  /** The accounts that there are, at the start. */
  static List<Opening> openings() {
    return List.of(
        Fixtures.account("A").floor(cents(-10)).ceiling(cents(100)).opening(cents(40)),
        Fixtures.account("B").opening(cents(0)));
  }

  /** All documents that a request may be on, but for accounts. */
  static List<DocumentRef> documents(Draws draws) {
    CollectionName orders = CollectionName.of("orders");
    return List.of(
        orders.document(Documents.value("o1")),
        orders.document(Documents.value(5)),
        CollectionName.of("stock").document(Documents.value("o1")),
        orders.inDatabase(draws.otherDatabase()).document(Documents.value("o1")));
  }

  /** All targets. */
  List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    ACCOUNTS.forEach(id -> targets.add(new Target.OfAccount(accountId(id))));
    documents.forEach(document -> targets.add(new Target.OfDocument(document)));
    return targets;
  }

  Target target(long seed) {
    return pick(new Random(seed), targets());
  }

  /** A check whose guards select documents of its collection. */
  CheckDocument selection(long seed) {
    Random random = new Random(seed);
    return new RandomOperations(random, draws).check(pick(random, documents));
  }

  String account(long seed) {
    return pick(new Random(seed), ACCOUNTS);
  }

  static StatusChange change(long seed) {
    Random random = new Random(seed * 31);
    return random.nextInt(3) == 0
        ? pick(random, List.of(StatusChange.FREEZE, StatusChange.CLOSE))
        : StatusChange.UNFREEZE;
  }

  private Optional<Stored> stored(Target target) {
    return exact.holds().findLatest(target).stored();
  }

  private List<Hold> held(Target target) {
    return stored(target).map(Stored::holds).orElse(List.of());
  }

  Placing placing(long seed) {
    Random random = new Random(seed);
    Placing placing =
        asked.isEmpty() || random.nextInt(4) > 0
            ? new Placing(record(random), epoch(random), claim(random))
            : again(random, pick(random, List.copyOf(asked)));
    placing = fitting(placing);
    asked.addLast(placing);
    if (asked.size() > REMEMBERED) {
      asked.removeFirst();
    }
    return placing;
  }

  private Placing again(Random random, Placing before) {
    return new Placing(
        random.nextInt(3) == 0 ? record(random) : before.record(),
        random.nextBoolean() ? before.epoch() : epoch(random),
        before.claim());
  }

  /** A record of several has open ranges; and the member of one is itself. */
  private static Placing fitting(Placing placing) {
    RecordId record = placing.record();
    Claim claim =
        placing
            .claim()
            .fold(
                range ->
                    new Claim.OfRange(
                        range.target(),
                        range.scale(),
                        range.range(),
                        record.isOfMany() || range.open()),
                document ->
                    new Claim.OfDocument(
                        record.isOfMany() ? new TransactionId("m1") : record.transaction(),
                        document.operation()));
    return new Placing(record, placing.epoch(), claim);
  }

  private static RecordId record(Random random) {
    return new RecordId(pick(random, RECORDS));
  }

  private static Epoch epoch(Random random) {
    return new Epoch(1L + random.nextInt(3));
  }

  private Claim claim(Random random) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> money(random);
      case 3 -> accountCheck(random);
      case 4, 5 -> field(random, pick(random, documents));
      default -> operation(random);
    };
  }

  private Claim money(Random random) {
    Currency currency = random.nextInt(15) == 0 ? Currency.getInstance("EUR") : USD;
    Target target = new Target.OfAccount(accountId(pick(random, ACCOUNTS)));
    return range(random, target, new Scale.Money(currency));
  }

  private Claim field(Random random, DocumentRef document) {
    Scale scale =
        switch (random.nextInt(8)) {
          case 0 -> new Scale.OfField("n", random.nextInt(2), random.nextBoolean() ? 99 : 100);
          case 1 -> new Scale.OfField("m", AddToField.WIDEST_FLOOR, AddToField.WIDEST_CEILING);
          case 2 -> new Scale.OfField("a", 0, 100);
          default -> new Scale.OfField("n", 0, 100);
        };
    return range(random, new Target.OfDocument(document), scale);
  }

  private Claim range(Random random, Target target, Scale scale) {
    Optional<Bounds> there =
        stored(target)
            .flatMap(
                stored ->
                    stored.fold(
                        account -> Optional.of(account.bounds()),
                        document -> document.bounds(scale).toJavaOptional()));
    boolean takes = random.nextInt(3) > 0;
    Optional<Long> had = figure(random, there.map(Bounds::available));
    Optional<Long> could = figure(random, there.map(Bounds::receivable));
    Range range =
        switch (random.nextInt(8)) {
          case 0 -> new Range(part(random, had), part(random, could), had, could);
          case 1 -> new Range(takes ? part(random, had) : 0, 0, had, Optional.empty());
          case 2 -> Range.whole(1L + random.nextInt(20), random.nextInt(20));
          case 3 -> random.nextInt(3) == 0 ? Range.NONE : Range.whole(0, Long.MAX_VALUE);
          default ->
              takes
                  ? Range.whole(1L + random.nextInt(25), 0)
                  : Range.whole(0, 1L + random.nextInt(40));
        };
    return new Claim.OfRange(target, scale, range, random.nextInt(4) == 0);
  }

  /** As much as there is, or about that. */
  private static Optional<Long> figure(Random random, Optional<Long> there) {
    return random.nextInt(4) == 0
        ? Optional.empty()
        : there.map(
            bound -> Math.max(0, Math.min(bound, Long.MAX_VALUE - 2) + random.nextInt(3) - 1));
  }

  private static long part(Random random, Optional<Long> figure) {
    long whole = figure.orElse(20L);
    return random.nextInt(3) == 0 ? whole : whole / 3;
  }

  private Claim accountCheck(Random random) {
    DocumentRef ref = exact.accounts().collection().document(new Text(pick(random, ACCOUNTS)));
    DocumentOperation operation =
        random.nextInt(6) == 0
            ? new RandomOperations(random, draws).operation(ref)
            : new CheckDocument(
                ref,
                Guards.where(pick(random, List.of("status", "color", "currency")))
                    .equalTo(pick(random, List.of("active", "USD", "red")))
                    .all());
    return claim(operation);
  }

  private Claim operation(Random random) {
    return claim(new RandomOperations(random, draws).operation(pick(random, documents)));
  }

  private static Claim claim(DocumentOperation operation) {
    return operation instanceof AddToField add
        ? new Claim.OfRange(
            new Target.OfDocument(add.document()),
            new Scale.OfField(add.field(), add.floor(), add.ceiling()),
            Range.whole(Math.max(0, -add.amount()), Math.max(0, add.amount())),
            false)
        : new Claim.OfDocument(new TransactionId("t0"), operation);
  }

  Optional<Stamping> stamping(long seed) {
    Random random = new Random(seed);
    Target target = pick(random, targets());
    List<Hold> there = held(target);
    if (there.isEmpty() && asked.isEmpty()) {
      return Optional.empty();
    }
    if (there.isEmpty() || random.nextInt(5) == 0) {
      Placing gone = pick(random, asked.isEmpty() ? List.<Placing>of() : List.copyOf(asked));
      return Optional.of(
          new Stamping(
              gone.claim().target(),
              Hold.of(exact.home(), gone),
              new Epoch(1L + random.nextInt(5))));
    }
    Hold hold = pick(random, there);
    return Optional.of(
        new Stamping(
            target,
            random.nextBoolean() ? another(random, hold) : hold,
            new Epoch(1L + random.nextInt(5))));
  }

  /** It was seen when it was otherwise. */
  private static Hold another(Random random, Hold hold) {
    boolean isRange = hold.mode() == HoldMode.ESCROW;
    return switch (random.nextInt(3)) {
      case 0 -> hold.at(epoch(random));
      case 1 -> isRange ? more(random, hold) : hold;
      default -> Copies.with(hold, "digest", isRange ? "" : "00");
    };
  }

  private static Hold more(Random random, Hold hold) {
    Range range = hold.range();
    return Copies.with(
        hold,
        "range",
        random.nextBoolean()
            ? Copies.with(range, "debit", range.debit() + 1)
            : Copies.with(range, "credit", range.credit() + 1));
  }

  Optional<Ending> ending(long seed) {
    Random random = new Random(seed);
    if (asked.isEmpty() || random.nextInt(6) == 0) {
      Target target = pick(random, targets());
      List<Hold> there = held(target);
      return !there.isEmpty()
          ? Optional.of(Ending.of(target, pick(random, there)))
          : Optional.empty();
    }
    Placing drawn = pick(random, List.copyOf(asked));
    Placing of =
        random.nextInt(6) > 0
            ? drawn
            : new Placing(drawn.record(), drawn.epoch(), whole(drawn.claim()));
    Optional<Hold> there =
        held(of.claim().target()).stream()
            .filter(hold -> hold.isOf(exact.home(), of.record()))
            .filter(of.claim()::admits)
            .findFirst();
    Epoch at = random.nextInt(4) == 0 ? epoch(random) : there.map(Hold::epoch).orElse(of.epoch());
    Optional<Hold> known = known(random, of, there);
    return Optional.of(
        switch (random.nextInt(5)) {
          case 0 -> Ending.release(of.record(), of.claim());
          case 1 -> Ending.withdraw(of.record(), of.claim(), at, known);
          default ->
              Ending.settle(of.record(), of.claim(), at, net(random, of.claim(), there), known);
        });
  }

  /** The claim without what it says of what there was. */
  private static Claim whole(Claim claim) {
    return claim.fold(
        range ->
            new Claim.OfRange(
                range.target(),
                range.scale(),
                Range.whole(range.range().debit(), range.range().credit()),
                range.open()),
        document -> document);
  }

  /** Returns the hold that its ending knows: it, or one that is gone, or none. */
  private Optional<Hold> known(Random random, Placing of, Optional<Hold> there) {
    return switch (random.nextInt(4)) {
      case 0 -> Optional.empty();
      case 1 ->
          there.map(hold -> more(random, hold)).or(() -> Optional.of(Hold.of(exact.home(), of)));
      default -> there;
    };
  }

  private static long net(Random random, Claim claim, Optional<Hold> there) {
    return claim.<Long>fold(
        range -> {
          Range held = there.map(Hold::range).orElse(range.range());
          return switch (random.nextInt(3)) {
            case 0 -> held.credit() == Long.MAX_VALUE ? 0 : held.credit();
            case 1 -> -held.debit();
            default -> (held.credit() / 3) - (held.debit() / 4);
          };
        },
        document -> 0L);
  }

  private static <T> T pick(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
