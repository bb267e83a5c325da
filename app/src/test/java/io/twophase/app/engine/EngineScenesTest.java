package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static java.time.Duration.ZERO;

import io.twophase.RandomIds;
import io.twophase.TwoPhaseListener;
import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** How long the transactions of one call wait, and what their process hears of its runs. */
class EngineScenesTest {

  private static final OwnerId ME = new OwnerId("me");
  private static final Owner OTHER =
      new Owner(application("other"), Optional.of(new OwnerId("other")), token("other"));

  private final FaultyStore store = Books.faulty(100_00, 0);
  private final DocumentWrites writes = new DocumentWrites(store);
  private final Verbs verbs = BodyWords.verbs(this);
  private final TreeMap<Duration, String> later = new TreeMap<>();
  private final Deque<NewTransaction> inTheWay = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private Duration now = ZERO;
  private int namings = Integer.MAX_VALUE;
  private int busy;
  private List<Worker> left = List.of();
  private Engine engine = engine(Duration.ofSeconds(1), Duration.ofSeconds(1));

  private Engine engine(Duration firstPause, Duration longestPause) {
    EngineSettings settings =
        new EngineSettings(
            application("test"),
            Duration.ofMinutes(30),
            Duration.ofSeconds(10),
            firstPause,
            longestPause,
            100);
    Store seen = Interceptor.before(Store.class, store, this::place);
    Presence presence = Interceptor.before(Presence.class, this::named, this::hear);
    return new Engine(
        seen,
        new Ownership(store.owners(), presence, () -> now, this::passes),
        new RandomIds(),
        this::passes,
        () -> now,
        settings,
        new TwoPhaseListener() {
          @Override
          public void busy(int transactions) {
            busy += transactions;
          }
        });
  }

  @ScenesOf("/scenes/engine.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(verbs);
  }

  private Optional<OwnerId> named() {
    if (namings-- <= 0) {
      throw new StoreUnavailableException("the owner cannot be stored");
    }
    return Optional.of(ME);
  }

  private Object hear(String method, List<Object> asked, Interceptor.Call call) {
    if (!asked.isEmpty()) {
      heard.add(
          method
              + (asked.stream().anyMatch(it -> it instanceof OwnerId && !it.equals(ME)) ? "?" : "")
              + asked.stream().filter(Token.class::isInstance).toList());
    }
    return call.make();
  }

  /** The next one in the way holds a document of its own for as long as a call to place takes. */
  private Object place(String method, List<Object> asked, Interceptor.Call call) {
    if (!method.equals("place") || inTheWay.isEmpty()) {
      return call.make();
    }
    NewTransaction other = inTheWay.remove();
    held(other);
    Object answers = call.make();
    other.documentOperations().forEach(each -> frees(each.document()));
    return answers;
  }

  /** The process can name its owner so often from now on. */
  void names(int times) {
    namings = times;
  }

  void pauses(Duration first, Duration longest) {
    engine = engine(first, longest);
  }

  /** Another process, which is alive, has begun it. */
  void other(NewTransaction body) {
    store
        .owners()
        .beat(OTHER.process().orElseThrow(), OTHER.application(), Duration.ofHours(1), Vitals.NONE);
    store.records().insert(List.of(NewRecord.alone(body, OTHER)));
  }

  void held(NewTransaction body) {
    writes.begin(body);
    writes.hold(body, 1);
  }

  void inTheWay(List<NewTransaction> all) {
    inTheWay.addAll(all);
  }

  void frees(DocumentRef document) {
    for (Hold hold : holds(document)) {
      store.holds().end(List.of(Ending.of(new Target.OfDocument(document), hold)));
    }
  }

  List<Hold> holds(DocumentRef document) {
    return writes.read(document).map(Document::holds).orElse(List.of());
  }

  /** Another process finishes what it has begun. */
  void finishes(RecordId id) {
    engine.withStuckAfter(ZERO).run(Goal.resume(id));
  }

  void lost(WriteKind kind, int times) {
    for (int lost = 0; lost < times; lost++) {
      store.faults().when(kind).next(Fault.LOSE_REQUEST);
    }
  }

  void lostOn(DocumentRef document, int times) {
    for (int lost = 0; lost < times; lost++) {
      store.faults().when(WriteKind.HOLD).on(document).next(Fault.LOSE_REQUEST);
    }
  }

  void passes(Duration time) {
    now = now.plus(time);
    while (!later.isEmpty() && later.firstKey().compareTo(now) <= 0) {
      verbs.apply(later.pollFirstEntry().getValue());
    }
  }

  /** The step is made in the first pause that ends at that time or later. */
  void at(Duration time, String step) {
    later.put(time, step);
  }

  private static Owner owner(String run) {
    return new Owner(application("test"), Optional.of(ME), token(run));
  }

  private List<Result.Kind> drive(List<Worker> workers, WaitPolicy waits) {
    left = engine.run(workers, (at, decided) -> {}, waits).workers();
    return left.stream().flatMap(worker -> worker.result().stream()).map(Result::kind).toList();
  }

  private static List<Worker> workers(List<NewTransaction> bodies) {
    return bodies.stream()
        .map(body -> Goal.run(NewRecord.alone(body, owner(body.id().value()))))
        .map(goal -> Worker.start(goal, owner(goal.record().value())))
        .toList();
  }

  List<Result.Kind> run(List<NewTransaction> bodies) {
    return drive(workers(bodies), WaitPolicy.PAUSE);
  }

  List<Result.Kind> resume(RecordId id) {
    return drive(List.of(Worker.start(Goal.resume(id), owner(id.value()))), WaitPolicy.PAUSE);
  }

  List<Result.Kind> leave(List<NewTransaction> bodies) {
    return drive(workers(bodies), WaitPolicy.LEAVE);
  }

  List<Result.Kind> goOn() {
    return drive(left, WaitPolicy.END);
  }

  /** All of them by one call, which shares records as it may. */
  List<Object> call(boolean inOrder, List<NewTransaction> bodies) {
    Runs.Ended ended = new Runs(engine).run(bodies, inOrder, WaitPolicy.PAUSE, (at, decided) -> {});
    List<Object> said = new ArrayList<>();
    ended.ends().forEach(end -> said.add(end.get().kind()));
    ended.failure().ifPresent(fault -> said.add(fault.getMessage()));
    return said;
  }

  Epoch epoch(RecordId id) {
    return store.records().find(List.of(id)).get(0).record().orElseThrow().epoch();
  }

  List<String> heard() {
    return heard;
  }

  int busy() {
    return busy;
  }

  Duration elapsed() {
    return now;
  }
}
