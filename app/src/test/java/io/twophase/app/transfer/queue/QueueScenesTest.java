package io.twophase.app.transfer.queue;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.app.testing.Step.done;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.scene.DoorSteps;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Step;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.ports.CallerContext;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;

/**
 * Scenes of the queue, of callbacks and of listeners. A transfer is of a cent from A to B, such as
 * {@code t}, or {@code t=A>C:400}; {@code second/t} is another request for it, and {@code t*20} are
 * twenty. A callback makes the step behind {@code do}, in which {@code $} is the transfer. A store
 * stops at a call, and goes on once its gate is opened. Batches run on the threads that a host
 * names. A listener notes what it is notified of, and for whom; one that throws does so, too.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueueScenesTest extends QueueFixture {

  private static final AnswerTime FINISHED = AnswerTime.WHEN_FINISHED;

  /** The thread of a caller carries this, and a host's context takes it along. */
  private static final ThreadLocal<String> CALLER = ThreadLocal.withInitial(() -> "");

  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final Map<String, CompletableFuture<TransactionOutcome>> asked =
      new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<String>> called = new ConcurrentHashMap<>();
  private final Map<String, TransactionId> ids = new ConcurrentHashMap<>();
  private final Notices notices = new Notices(CALLER::get);
  private final CountDownLatch released = new CountDownLatch(1);

  @AutoClose private final HostThreads threads = new HostThreads();
  private final HostPauses pauses = new HostPauses(text -> step(Step.of(text)));

  private CountDownLatch reached = new CountDownLatch(0);
  private Thread closing = new Thread();
  private long settled;
  private TwoPhase host;
  private final DoorSteps doors = new DoorSteps(() -> store, () -> host);

  @ScenesOf({"/scenes/queue.txt", "/scenes/callbacks.txt", "/scenes/notices.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    try {
      scene.play(text -> step(Step.of(text)));
    } finally {
      CALLER.remove();
      gated.open();
      threads.runRest();
    }
  }

  private String step(Step step) {
    String first = step.first();
    return switch (step.verb()) {
      case "host" -> done(() -> host = host(step.words()));
      case "room" -> done(() -> use(new HoldLimit(step.number(0))));
      case "stop" -> done(() -> reached = gated.stopAt(first));
      case "reached" -> done(() -> await(reached));
      case "open" -> done(gated::open);
      case "break" -> done(() -> gated.breakAt(first, step.words().get(1)));
      case "fault" -> done(() -> store.faults().when(WriteKind.BEGIN).next(Fault.valueOf(first)));
      case "held" -> done(() -> held(first));
      case "submit" -> done(() -> withCallback(step.words(), it -> submit(it, FINISHED)));
      case "decided" ->
          done(() -> withCallback(step.words(), it -> submit(it, AnswerTime.WHEN_DECIDED)));
      case "pausing" -> done(() -> pauses.plan(step.number(0), step.said()));
      case "throw" -> throw new IllegalStateException(String.join(" ", step.words()));
      case "chain" -> step.number(0) == 0 ? "" : step(Step.of(link(step.number(0))));
      case "then" -> done(() -> withCallback(step.words(), it -> {}));
      case "called" -> each(step, it -> called.get(it).join());
      case "is-called" -> "" + called.get(first).isDone();
      case "wait" -> done(() -> await(released));
      case "release" -> done(released::countDown);
      case "as" -> {
        CALLER.set(first);
        yield step(Step.of(step.said()));
      }
      case "caller" -> CALLER.get();
      case "within" -> host.within(Duration.parse(first), () -> step(Step.of(step.said())));
      case "aside" -> done(() -> aside(step.words()));
      case "transfer" -> each(step, it -> word(() -> host.transfers().transfer(asked(it))));
      case "withdraw" -> Step.text(host.transfers().cancel(new TransactionId(first), step.said()));
      case "forget" -> done(() -> future(first).cancel(true));
      case "fits" -> "" + (step.words().stream().filter(this::isApplied).count() == balance("B"));
      case "soon" -> Step.text(host.transfers().transfer(asked(first), AnswerTime.WHEN_DECIDED));
      case "try" -> host.transfers().trySubmit(asked(first), FINISHED).map(it -> "").orElse("full");
      case "answer" -> each(step, this::answer);
      case "text" -> Step.text(future(first).join());
      case "ends" -> each(step, it -> future(it).join().isOpenEnded() ? "later" : "now");
      case "done" -> each(step, it -> "" + future(it).isDone());
      case "sizes" -> gated.sizesOf(first).toString();
      case "sum" -> "" + gated.sizesOf(first).stream().mapToInt(size -> size).sum();
      case "reject" -> done(() -> threads.rejections.set(step.number(0)));
      case "failed" -> "" + (threads.failures.get() > 0);
      case "shallow" -> "" + threads.areShallow();
      case "calls" -> gated.calls().toString();
      case "inserted" -> "" + gated.sizesOf("insert").contains(step.number(0));
      case "sequence" -> "" + (Collections.indexOfSubList(gated.calls(), step.words()) >= 0);
      case "here" -> "" + gated.threadsOf(first).equals(List.of(Thread.currentThread()));
      case "until" -> done(() -> await().until(() -> count(first) == step.number(1)));
      case "until-pauses" -> done(() -> await().until(() -> pauses.ended() >= step.number(0)));
      case "count" -> "" + count(first);
      case "pass" ->
          done(() -> await().until(() -> isDone(first, Duration.parse(step.tail().get(0)))));
      case "time" -> done(() -> clock.advance(Duration.parse(first)));
      case "run" -> done(threads::runNext);
      case "another" -> done(() -> step.words().forEach(this::beginAsAnother));
      case "holds" -> done(() -> holdAsAnother(first));
      case "finishes" -> done(() -> step.words().forEach(this::finishAsAnother));
      case "held-by" -> step.each(it -> "" + Books.account(store, it).holds().size());
      case "interrupt" -> done(() -> Thread.currentThread().interrupt());
      case "interrupted" -> "" + Thread.interrupted();
      case "stream" -> done(() -> stream(Order.valueOf(first), step.tail()));
      case "shut" ->
          done(() -> await().until(() -> isShut(host.transfers().enqueue(asked(first)))));
      case "closing" -> done(this::beginToClose);
      case "waits" ->
          done(() -> await().until(() -> closing.getState().name().endsWith("WAITING")));
      case "closed" -> done(this::awaitClosed);
      case "settled" -> "" + settled;
      case "close" -> done(host::close);
      case "record" -> Books.find(store, first).kind().toString();
      case "recover" -> Books.recover(host).toString();
      case "before" -> "" + notices.areInOrder(spaced(first), spaced(step.tail().get(0)));
      case "told" -> notices.told(first);
      case "noted" -> step.each(word -> "" + notices.has(spaced(word)));
      case "refused" ->
          new TreeMap<>(host.counters().refused())
              + (host.counters().executorRefusals() > 0 ? " and by the executor" : "");
      case "counters" -> host.counters().toString();
      default -> doors.made(step);
    };
  }

  /** Such as {@code 100 undecided 1 patience PT0.2S on callers by clock}. */
  private TwoPhase host(List<String> words) {
    QueueSettings queue = QueueSettings.of(Integer.parseInt(words.get(0)));
    Duration patience = Duration.ofMinutes(1);
    List<UnaryOperator<TwoPhase.Builder>> more = new ArrayList<>();
    more.add(builder -> builder.callerContext(QueueScenesTest::captured).pause(pauses));
    for (int at = 1; at < words.size(); at += 2) {
      String value = words.get(at + 1);
      switch (words.get(at)) {
        case "undecided" -> queue = queue.withBatchesUndecided(Integer.parseInt(value));
        case "inflight" -> queue = queue.withBatchesInFlight(Integer.parseInt(value));
        case "queue" -> queue = queue.withQueue(Integer.parseInt(value));
        case "patience" -> patience = Duration.parse(value);
        case "on" -> more.add(builder -> builder.executor(threads.of(value)));
        case "callbacks" -> more.add(builder -> builder.callbackExecutor(threads.of(value)));
        case "contexts" -> more.add(builder -> builder.callerContext(QueueScenesTest::broken));
        case "listeners" -> more.add(builder -> builder.listener(notices.listeners(value)));
        default -> more.add(builder -> builder.ticker(ticker(value)));
      }
    }
    return host(
        queue,
        patience,
        builder ->
            more.stream().reduce(builder, (made, each) -> each.apply(made), (one, two) -> two));
  }

  private static CallerContext.Captured captured() {
    String caller = CALLER.get();
    return task ->
        () -> {
          String own = CALLER.get();
          CALLER.set(caller);
          try {
            task.run();
          } finally {
            CALLER.set(own);
          }
        };
  }

  private static CallerContext.Captured broken() {
    throw new IllegalStateException("no context");
  }

  /**
   * The clock, one that goes on by a second at each look, or one that fails at the n-th look,
   * unless that comes after the release.
   */
  private Ticker ticker(String kind) {
    if (kind.equals("clock")) {
      return clock;
    }
    AtomicInteger left = new AtomicInteger(kind.equals("hasty") ? -1 : Integer.parseInt(kind));
    return () -> {
      if (left.getAndDecrement() == 0 && released.getCount() > 0) {
        throw new AssertionError("the clock fails");
      }
      clock.advance(Duration.ofSeconds(kind.equals("hasty") ? 1 : 0));
      return kind.equals("hasty") ? clock.elapsed() : Duration.ofNanos(System.nanoTime());
    };
  }

  /** The distinct answers to all names. */
  private static String each(Step step, Function<String, String> of) {
    return step.words().stream().map(of).distinct().collect(joining(", "));
  }

  private static TransferRequest asked(String word) {
    String transfer = word.substring(word.indexOf('/') + 1);
    return transfer.contains("=") ? DoorSteps.asked(transfer) : request(transfer);
  }

  private void submit(String word, AnswerTime when) {
    ids.put(name(word), asked(word).id());
    asked.put(name(word), host.transfers().submit(asked(word), when));
  }

  /** A chain of so many, each submitted by the callback of the one before. */
  private static String link(int left) {
    return "submit t" + left + " do chain " + (left - 1);
  }

  private static String spaced(String word) {
    return word.replace('_', ' ');
  }

  private static String name(String word) {
    return word.split("[/=]", 2)[0];
  }

  /** Each is asked for, and its callback makes the step behind {@code do}, if there is one. */
  private void withCallback(List<String> words, Consumer<String> ask) {
    for (String word : before(words)) {
      ask.accept(word);
      String name = name(word);
      if (words.contains("do")) {
        called.put(name, future(name).handle((outcome, broken) -> behind(words, name)));
      }
    }
  }

  private static List<String> before(List<String> words) {
    return words.subList(0, words.contains("do") ? words.indexOf("do") : words.size());
  }

  /** Makes the step behind {@code do}, of the one that it names {@code $}. */
  private String behind(List<String> words, String name) {
    List<String> step = words.subList(words.indexOf("do") + 1, words.size());
    return step(Step.of(String.join(" ", step).replace("$", name)));
  }

  private static boolean isShut(EnqueueOutcome outcome) {
    return outcome instanceof EnqueueOutcome.NotAsked;
  }

  /** A caller of its own gives a stream of transfers. */
  private void stream(Order order, List<String> words) {
    List<TransferRequest> all = new ArrayList<>();
    withCallback(
        words,
        it -> {
          all.add(asked(it));
          asked.put(name(it), new CompletableFuture<>());
        });
    Consumer<TransactionOutcome> answered = it -> future(it.id().value()).complete(it);
    called.put(
        "stream",
        CompletableFuture.supplyAsync(
            () -> {
              boolean areAllAsked = host.transfers().transferAll(all.iterator(), order, answered);
              all.forEach(it -> answered.accept(new TransactionOutcome.NotAsked(it.id(), "")));
              return "" + areAllAsked;
            },
            threads.all));
  }

  private boolean isApplied(String name) {
    return future(name).join().isApplied();
  }

  private void held(String id) {
    reached = gated.stopAt("place");
    submit(id, FINISHED);
    await(reached);
  }

  /** Callers of their own make the step behind {@code do}. */
  private void aside(List<String> words) {
    for (String name : before(words)) {
      called.put(name, CompletableFuture.supplyAsync(() -> behind(words, name), threads.all));
    }
  }

  private CompletableFuture<TransactionOutcome> future(String name) {
    return Objects.requireNonNull(asked.get(name), name);
  }

  private String answer(String name) {
    return word(
        () -> {
          TransactionOutcome outcome = future(name).join();
          assertThat(outcome.id()).isEqualTo(ids.getOrDefault(name, outcome.id()));
          return outcome;
        });
  }

  private static String word(Supplier<TransactionOutcome> outcome) {
    try {
      return Books.word(outcome.get());
    } catch (CompletionException | StoreException thrown) {
      Object cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
      return cause.getClass().getSimpleName() + (cause == thrown ? "" : " of the future");
    }
  }

  private long count(String what) {
    return switch (what) {
      case "waiting" -> host.counters().waiting();
      case "blocked" -> host.counters().blocked();
      case "unknown" -> host.counters().unknown();
      case "applied" -> host.counters().applied();
      case "paid" -> balance("B");
      default -> gated.sizesOf(what).size();
    };
  }

  /** Says if the caller has its answer, when so much more time has passed. */
  private boolean isDone(String name, Duration later) {
    clock.advance(later);
    return called.get(name).isDone();
  }

  private void beginToClose() {
    closing =
        new Thread(
            () -> {
              host.close();
              settled = balance("B");
            });
    closing.start();
  }

  private void awaitClosed() {
    await().until(() -> !closing.isAlive());
  }
}
