package io.twophase.app.testing;

import static io.twophase.domain.testing.Copies.with;

import io.twophase.domain.TransactionId;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Faults that a checker must find when the store in its hands has them. */
public enum PlantedFault {
  /** A settle ends what is held, at whatever epoch. */
  UNFENCED_SETTLE(
      ends(ending -> ending.happens() && isRange(ending), e -> with(e, "at", Optional.empty()))),

  /** Some holds are answered as placed, and are not. */
  FORGOTTEN_HOLD(PlantedFault::forgettingHolds),

  /** A settle ends all that is held, whatever was captured of it. */
  SETTLE_IN_FULL(
      ends(ending -> ending.happens() && isRange(ending), e -> with(e, "net", inFull(e)))),

  /** A hold of as much as there is takes less than that. */
  MEAN_HOLD(
      each(
          "place",
          Placing.class,
          (store, asked) ->
              new Placing(
                  asked.record(),
                  asked.epoch(),
                  asked.claim().<Claim>fold(PlantedFault::mean, document -> document)))),

  /** Debits are held though not enough is available. */
  LAVISH_HOLD(store -> Interceptor.before(Store.class, store, new LavishHolds())),

  /** An owner decides that has been overtaken. */
  UNGUARDED_DECIDE(decisions(true, (store, it) -> with(it, "epoch", Optional.empty()))),

  /** A record decides that has not seen who was excluded. */
  DEAF_DECIDE(decisions(true, (store, it) -> with(it, "excluded", excluded(store, it)))),

  /** A decision does not say how much there was. */
  FORGETFUL_DECIDE(decisions(true, (store, decision) -> inFull(decision))),

  /** A capture takes all that is held, whatever was asked for. */
  CAPTURE_IN_FULL(decisions(false, (store, decision) -> inFull(decision))),

  /** What is authorized is shown as overdue, and as read a day later than it was. */
  EAGER_EXPIRY(PlantedFault::expiringEarly),

  /** What is carried is noted as carried, and its sum is not. */
  UNCARRIED_REMOVAL(
      each("carry", CarriedBalance.class, (store, it) -> with(it, "sum", BigInteger.ZERO))),

  /** What has ended is removed, and its receipt is not left. */
  EAGER_REMOVAL(
      each("remove", Removal.class, (store, it) -> new Removal(it.going(), Optional.empty()))),

  /** The receipt of what took less than it was asked for does not say how much. */
  FORGOTTEN_RECEIPT(
      each(
          "remove",
          Removal.class,
          (store, it) ->
              new Removal(
                  it.going(),
                  it.receipt().map(receipt -> with(receipt, "moved", Optional.empty()))))),

  /** When the tree has grown for a while, its first leaf is another, and all that follows. */
  REWRITTEN_TREE(PlantedFault::rewritingTheTree),

  /** Of what is decided and has no number, the last is not listed. */
  SKIPPED_NUMBER(answer("unnumbered", (store, all) -> all.subList(0, Math.max(0, all.size() - 1)))),

  /** Who changes a document does not wait for those who have checked it. */
  HASTY_CLOSING(each("place", Placing.class, PlantedFault::hasty)),

  /** A document is checked, and not held: so nothing waits for who has checked it. */
  FORGOTTEN_CHECK(PlantedFault::forgettingChecks),

  /** A withdrawal ends what is held, at whatever epoch. */
  UNFENCED_WITHDRAWAL(
      ends(
          ending -> !ending.happens() && ending.claim().isPresent(),
          ending -> Ending.release(ending.record(), ending.claim().orElseThrow()))),

  /** A settle without an answer is answered as done. */
  SETTLE_IN_DOUBT_IS_DONE(PlantedFault::doubtIsDone),

  /** A record that is to keep the order of its members is stored as one of any order. */
  UNORDERED_RECORD(
      each(
          "insert",
          NewRecord.class,
          (store, it) -> with(it, "first", with(it.first(), "inOrder", false)))),

  /** The store says of each record that it has begun it, whatever has the id already. */
  ONE_RECORD_FOR_ANOTHER(PlantedFault::alwaysBegun);

  private static final int FORGOTTEN = 200;
  private static final int REWRITTEN_AT = 100;

  @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing
  private final UnaryOperator<Store> store;

  PlantedFault(UnaryOperator<Store> store) {
    this.store = store;
  }

  /** The store with this fault. */
  public Store in(Store sound) {
    return store.apply(sound);
  }

  /** The store, of which calls of this name have other elements than were asked for. */
  private static <E> UnaryOperator<Store> each(
      String name, Class<E> type, BiFunction<Store, E, E> other) {
    return store ->
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) ->
                method.equals(name)
                        && asked.get(0) instanceof List<?> all
                        && all.stream().allMatch(type::isInstance)
                    ? call.with(
                            List.of(
                                all.stream().map(it -> other.apply(store, type.cast(it))).toList()))
                        .make()
                    : call.make());
  }

  /** The store, of which calls of this name have another answer. */
  private static UnaryOperator<Store> answer(
      String name, BiFunction<List<?>, List<?>, List<?>> other) {
    return store ->
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) -> {
              Object answer = call.make();
              return method.equals(name)
                  ? other.apply(
                      asked.isEmpty() ? List.of() : (List<?>) asked.get(0), (List<?>) answer)
                  : answer;
            });
  }

  private static UnaryOperator<Store> ends(Predicate<Ending> those, UnaryOperator<Ending> other) {
    return each("end", Ending.class, (store, it) -> those.test(it) ? other.apply(it) : it);
  }

  private static UnaryOperator<Store> decisions(
      boolean byRun, BiFunction<Store, Transition, Transition> other) {
    return each(
        "move",
        Transition.class,
        (store, it) ->
            it.kind() == Transition.Kind.DECIDE && it.isByRun() == byRun
                ? other.apply(store, it)
                : it);
  }

  private static boolean isRange(Ending ending) {
    return ending.claim().filter(claim -> claim.mode() == HoldMode.ESCROW).isPresent();
  }

  private static long inFull(Ending asked) {
    return asked.record().isOfMany()
        ? asked.net()
        : asked
            .claim()
            .orElseThrow()
            .<Long>fold(
                claim -> claim.range().credit() - claim.range().debit(), document -> asked.net());
  }

  private static Store doubtIsDone(Store store) {
    return answer(
            "end",
            (asked, answers) ->
                IntStream.range(0, answers.size())
                    .mapToObj(
                        at ->
                            ((Ending) asked.get(at)).happens()
                                    && answers.get(at) == MatchOutcome.IN_DOUBT
                                ? MatchOutcome.MATCHED
                                : answers.get(at))
                    .toList())
        .apply(store);
  }

  /** The store whose holds are placed one by one, in this way. */
  private static Store placing(Store store, BiFunction<Holds, Placing, Answer> placing) {
    return Interceptor.overriding(
        store,
        Holds.class,
        sound ->
            new Object() {
              public List<Answer> place(List<Placing> asked) {
                return asked.stream().map(one -> placing.apply(sound, one)).toList();
              }
            });
  }

  private static Answer place(Holds holds, Placing one) {
    return holds.place(List.of(one)).get(0);
  }

  private static Store forgettingHolds(Store store) {
    AtomicInteger places = new AtomicInteger();
    return placing(
        store,
        (holds, one) ->
            operation(one).isEmpty() && places.incrementAndGet() % FORGOTTEN == 0
                ? Answer.held(Hold.of(store.home(), one))
                : place(holds, one));
  }

  private static Store forgettingChecks(Store store) {
    return placing(
        store,
        (holds, one) -> {
          Answer answer = place(holds, one);
          if (operation(one).filter(CheckDocument.class::isInstance).isPresent()) {
            answer.hold().ifPresent(hold -> drop(holds, one, hold));
          }
          return answer;
        });
  }

  private static Placing hasty(Store store, Placing asked) {
    if (operation(asked).filter(ChangeDocument.class::isInstance).isPresent()) {
      store
          .holds()
          .findLatest(asked.claim().target())
          .stored()
          .map(Stored::holds)
          .orElse(List.of())
          .stream()
          .filter(hold -> hold.mode() == HoldMode.SHARED)
          .forEach(hold -> drop(store.holds(), asked, hold));
    }
    return asked;
  }

  private static void drop(Holds holds, Placing placing, Hold hold) {
    var unused = holds.end(List.of(Ending.of(placing.claim().target(), hold)));
  }

  private static Optional<DocumentOperation> operation(Placing placing) {
    return placing
        .claim()
        .fold(range -> Optional.empty(), document -> Optional.of(document.operation()));
  }

  private static Claim.OfRange mean(Claim.OfRange claim) {
    Range range = claim.range();
    return claim.open() && range.had().isPresent() && range.debit() > 1
        ? new Claim.OfRange(
            claim.target(), claim.scale(), Range.whole(range.debit() / 2, range.credit()), true)
        : claim;
  }

  private static Map<TransactionId, CancelReason> excluded(Store store, Transition decision) {
    return store
        .records()
        .find(List.of(decision.record()))
        .get(0)
        .record()
        .map(TransactionRecord::excluded)
        .orElse(decision.excluded());
  }

  private static Transition inFull(Transition decision) {
    return with(decision, "verdict", with(decision.verdict(), "moved", Map.of()));
  }

  private static Store expiringEarly(Store store) {
    Store later =
        answer(
                "findMembers",
                (asked, found) -> found.stream().map(it -> later((Lookup) it)).toList())
            .apply(store);
    return Interceptor.before(
        Store.class,
        later,
        (method, asked, call) ->
            method.equals("list")
                    && ((RecordQuery) asked.get(0)).kind() == RecordQuery.Kind.AUTHORIZED
                ? call.with(List.of(RecordQuery.authorized(((RecordQuery) asked.get(0)).limit())))
                    .make()
                : call.make());
  }

  private static Lookup later(Lookup lookup) {
    return lookup.member().isPresent()
        ? lookup
        : lookup
            .record()
            .map(record -> Lookup.found(record, lookup.unmodifiedFor().plus(Duration.ofDays(1))))
            .orElse(lookup);
  }

  private static Store alwaysBegun(Store store) {
    return answer(
            "insert",
            (asked, answers) ->
                answers.stream()
                    .map(it -> Collections.nCopies(((List<?>) it).size(), BeginOutcome.BEGUN))
                    .toList())
        .apply(store);
  }

  private static Store rewritingTheTree(Store store) {
    EvidenceRepository sound = store.events().evidence();
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, call) -> {
          Object answer = call.make();
          boolean isRewritten =
              Set.of("leaves", "after").contains(method)
                  && call.port() instanceof EvidenceRepository
                  && sound.size() >= REWRITTEN_AT;
          return isRewritten
              ? ((List<?>) answer).stream().map(leaf -> rewritten((TreeLeaf) leaf, sound)).toList()
              : answer;
        });
  }

  /** With another first leaf, those differ that complete a node above it: the powers of two. */
  private static TreeLeaf rewritten(TreeLeaf leaf, EvidenceRepository sound) {
    if (Long.bitCount(leaf.number()) > 1) {
      return leaf;
    }
    List<Digest> nodes = new ArrayList<>(leaf.nodes());
    int top = nodes.size() - 1;
    if (top == 0) {
      nodes.set(0, Digest.ofLeaf("another"));
    } else {
      TreeLeaf left = rewritten(sound.leaves(List.of(leaf.number() / 2)).get(0), sound);
      nodes.set(top, Digest.ofNode(left.nodes().get(top - 1), nodes.get(top - 1)));
    }
    return new TreeLeaf(leaf.number(), nodes, leaf.members());
  }
}
