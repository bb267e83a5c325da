package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.time.Instant.EPOCH;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * All that an {@link EventRepository} promises, in scenes that are beside this class. An adapter's
 * test extends this and says how to get one, with the records that it numbers. A step is a method
 * of the repository, or one of these: {@code begin}, {@code submit}, {@code decide}, {@code cancel}
 * and {@code finish} are of records; {@code b1} is the record that {@code batch m1, m2} begins;
 * {@code a2} is the second leaf of a tree a, and {@code grow a 1 5} adds its first five. {@code
 * listen a} and {@code close a} are of a bell a, which {@code isRung} waits for; {@code race} has
 * many make steps at once.
 */
@SuppressWarnings("try") // what listens is closed by a step, or at the end
public abstract class EventRepositoryContract {
  private static final RecordId BATCH = new RecordId("batch:1");
  private static final Owner OWNER = new Owner(APP, token("owner"));

  /** As many seconds as a signal may take. */
  private static final int PATIENCE = 30;

  private Records records;
  private EventRepository events;
  private final Map<TreeLeaf, String> known = new ConcurrentHashMap<>();
  private final Map<String, Bell> bells = new HashMap<>();

  /** Is rung when a decision is signalled, by as many as listen for it. */
  private record Bell(Semaphore rung, Runnable listener, Deque<DecisionSignal.Listening> open) {}

  /**
   * Gives a store that is fresh and empty, and whose events are off: asked once for each test,
   * before it begins, after the adapter's own {@code @BeforeEach}.
   */
  protected abstract EventStore store();

  /**
   * Returns whether that store wakes those who wait for decisions: what needs it is skipped
   * otherwise.
   */
  protected boolean isSignalling() {
    return false;
  }

  @BeforeEach
  void takeAFreshStore() {
    EventStore store = store();
    records = store.records();
    events = store.events();
  }

  @ScenesOf("signals.txt")
  void wakesThoseWhoWait(Scenes.Scene scene) {
    assumeTrue(isSignalling(), "this store wakes nobody");
    comesOutAsItIsWritten(scene);
  }

  @AfterEach
  void hangUp() {
    bells.values().forEach(bell -> bell.open().forEach(DecisionSignal.Listening::close));
  }

  @ScenesOf({"events.txt", "leaves.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(verbs());
  }

  private Verbs verbs() {
    return new Verbs(this, events, events.evidence())
        .reading(RecordId.class, EventRepositoryContract::named)
        .reading(NumberedRecord.class, EventRepositoryContract::marked)
        .reading(EventPosition.class, EventRepositoryContract::position)
        .saying(NumberedRecord.class, each -> each.number() + " " + each.record().get())
        .saying(EventConsumer.class, each -> each.name() + " " + words(each.position()))
        .saying(TreeLeaf.class, leaf -> known.getOrDefault(leaf, leaf.toString()));
  }

  void listen(String name) {
    Semaphore rung = new Semaphore(0);
    Bell bell =
        bells.computeIfAbsent(name, made -> new Bell(rung, rung::release, new ArrayDeque<>()));
    bell.open().add(events.decisions().listen(bell.listener()));
  }

  /** The first that listened does so no more, however often it is told. */
  void close(String name) {
    Bell bell = Objects.requireNonNull(bells.get(name));
    DecisionSignal.Listening first = bell.open().remove();
    first.close();
    first.close();
    bell.rung().drainPermits();
  }

  boolean isRung(String name) throws InterruptedException {
    Semaphore rung = Objects.requireNonNull(bells.get(name)).rung();
    boolean isRung = rung.tryAcquire(PATIENCE, SECONDS);
    rung.drainPermits();
    return isRung;
  }

  boolean isSilent(String name) {
    return Objects.requireNonNull(bells.get(name)).rung().availablePermits() == 0;
  }

  String race(String steps) {
    return Race.of(steps, verbs());
  }

  private static RecordId named(String word) {
    return word.equals("b1") ? BATCH : new RecordId(word);
  }

  /** A number and its record, as in {@code 7=T1}. */
  private static NumberedRecord marked(String word) {
    String[] parts = word.split("=", -1);
    return new NumberedRecord(Long.parseLong(parts[0]), named(parts[1]));
  }

  /** A number and a place, as in {@code 4.2}. */
  private static EventPosition position(String word) {
    String[] parts = word.split("\\.", -1);
    return new EventPosition(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
  }

  private static String words(EventPosition position) {
    return position.number() + "." + position.places();
  }

  private static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(1));
  }

  private void begin(NewRecord record) {
    assertThat(records.insert(List.of(record)).get(0)).containsOnly(BeginOutcome.BEGUN);
  }

  void begin(List<String> ids) {
    ids.forEach(id -> begin(NewRecord.alone(body(id), OWNER)));
  }

  void submit(String id) {
    begin(NewRecord.submitted(body(id)));
  }

  void batch(List<String> members) {
    begin(
        NewRecord.several(
            BATCH, members.stream().map(EventRepositoryContract::body).toList(), false, OWNER));
  }

  void tombstone() {
    begin(NewRecord.tombstone(BATCH));
  }

  /** A moment later than what was decided before, and a moment before what is asked next. */
  private void moved(Transition transition) {
    assertThat(records.move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    Moment.pass();
  }

  void decide(List<RecordId> ids) {
    for (RecordId id : ids) {
      List<TransactionId> members = record(id).members();
      moved(Transition.decide(id, members, Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED));
    }
  }

  void apply(List<String> ids) {
    for (String id : ids) {
      begin(List.of(id));
      decide(List.of(new RecordId(id)));
    }
  }

  void cancel(RecordId id) {
    moved(Transition.cancel(record(id), ON_REQUEST, OWNER, List.of()));
  }

  void finish(RecordId id) {
    moved(Transition.finish(id, State.APPLIED));
  }

  private TransactionRecord record(RecordId id) {
    return records.find(List.of(id)).get(0).record().orElseThrow();
  }

  void pass() {
    Moment.pass();
  }

  MatchOutcome add(ConsumerName name, EventPosition position) {
    return events.add(new EventConsumer(name, position));
  }

  /** A member is taken from its record to be canceled alone. */
  MatchOutcome take(String member) {
    MemberDocument free = new MemberDocument(BATCH, body(member), EPOCH);
    return records.take(List.of(MemberTake.canceled(free, ON_REQUEST, OWNER))).get(0);
  }

  /** The record is removed as its latest is: a majority may not have seen its end yet. */
  MatchOutcome remove(TransactionId id) {
    TransactionRecord latest = records.findLatest(id).record().orElseThrow();
    return records.remove(List.of(new Removal(Either.left(latest), Optional.empty()))).get(0);
  }

  void evidence(boolean on) {
    Runnable turned = on ? events.evidence()::turnOn : events.evidence()::turnOff;
    turned.run();
  }

  boolean isEvidence() {
    return events.evidence().isOn();
  }

  /** Adds leaves of a tree, of which the last has digests of members. */
  void grow(String word, int first, int last) {
    List<TreeLeaf> leaves = new ArrayList<>();
    Frontier frontier = Frontier.EMPTY;
    for (int number = 1; number <= last; number++) {
      Frontier.Grown grown = frontier.with(Digest.ofLeaf(word + " " + number));
      frontier = grown.frontier();
      leaves.add(
          new TreeLeaf(number, grown.nodes(), number % 7 == 0 ? digests(number) : List.of()));
      known.put(leaves.get(number - 1), word + number);
    }
    events.evidence().add(leaves.subList(first - 1, last));
  }

  private static List<Digest> digests(int number) {
    return LongStream.range(0, 100).mapToObj(at -> Digest.ofLeaf(number + "m" + at)).toList();
  }

  /** Returns the first and the last of those behind a number, if there are many. */
  String page(long number) {
    List<TreeLeaf> page = events.evidence().after(number);
    return known.get(page.get(0))
        + " to "
        + known.get(page.get(page.size() - 1))
        + ", "
        + page.size();
  }

  /** Returns of how many trees the leaves are, and how many there are. */
  String trees() {
    List<TreeLeaf> all = events.evidence().after(0);
    return all.stream()
            .map(leaf -> Objects.requireNonNull(known.get(leaf)).charAt(0))
            .distinct()
            .count()
        + " of "
        + all.size();
  }
}
