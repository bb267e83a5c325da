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
import io.twophase.ports.StoreException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;

/**
 * Scenes of the queue. A transfer is of a cent from A to B, such as {@code t}, or {@code
 * t=A>C:400}; {@code second/t} is another request for it, and {@code t*20} are twenty. A store
 * stops at a call, and goes on once its gate is opened. Batches run on the threads that a host
 * names.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueueScenesTest extends QueueFixture {

  private static final AnswerTime FINISHED = AnswerTime.WHEN_FINISHED;

  private final BlockingQueue<Runnable> batches = new LinkedBlockingQueue<>();
  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final Map<String, CompletableFuture<TransactionOutcome>> asked = new HashMap<>();
  private final Map<String, TransactionId> ids = new HashMap<>();

  @AutoClose("shutdownNow")
  private final ExecutorService single = Executors.newSingleThreadExecutor();

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private final AtomicInteger rejections = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger deepest = new AtomicInteger();
  private CountDownLatch reached = new CountDownLatch(0);
  private Thread closing = new Thread();
  private long settled;
  private TwoPhase host;

  @ScenesOf("/scenes/queue.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(text -> step(Step.of(text)));
    gated.open();
    batches.forEach(Runnable::run);
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
      case "submit" -> done(() -> step.words().forEach(it -> submit(it, FINISHED)));
      case "decided" -> done(() -> submit(first, AnswerTime.WHEN_DECIDED));
      case "within" ->
          done(
              () -> host.within(Duration.parse(first), () -> submit(step.tail().get(0), FINISHED)));
      case "calling" -> done(() -> asked.put(first, calling(first, step.tail())));
      case "transfer" -> word(() -> host.transfers().transfer(asked(first)));
      case "soon" -> Step.text(host.transfers().transfer(asked(first), AnswerTime.WHEN_DECIDED));
      case "try" -> host.transfers().trySubmit(asked(first), FINISHED).map(it -> "").orElse("full");
      case "answer" -> each(step, this::answer);
      case "text" -> Step.text(future(first).join());
      case "ends" -> each(step, it -> future(it).join().isOpenEnded() ? "later" : "now");
      case "done" -> each(step, it -> "" + future(it).isDone());
      case "sizes" -> gated.sizesOf(first).toString();
      case "sum" -> "" + gated.sizesOf(first).stream().mapToInt(size -> size).sum();
      case "reject" -> done(() -> rejections.set(step.number(0)));
      case "failed" -> "" + (failures.get() > 0);
      case "shallow" -> "" + (deepest.get() > 0 && deepest.get() <= 120);
      case "calls" -> gated.calls().toString();
      case "batch" -> "" + gated.sizesOf("insert").contains(step.number(0));
      case "sequence" -> "" + (Collections.indexOfSubList(gated.calls(), step.words()) >= 0);
      case "here" -> "" + gated.threadsOf(first).equals(List.of(Thread.currentThread()));
      case "until" -> done(() -> await().until(() -> count(first) == step.number(1)));
      case "count" -> "" + count(first);
      case "pass" ->
          done(() -> await().until(() -> isDone(first, Duration.parse(step.tail().get(0)))));
      case "time" -> done(() -> clock.advance(Duration.parse(first)));
      case "run" -> done(() -> new Thread(next()).start());
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
          done(() -> await().until(() -> closing.getState() == Thread.State.TIMED_WAITING));
      case "closed" -> done(this::awaitClosed);
      case "settled" -> "" + settled;
      case "close" -> done(host::close);
      case "enqueue" -> Step.text(host.transfers().enqueue(asked(first)));
      case "balance" -> "" + balance(first);
      case "record" -> Books.find(store, first).kind().toString();
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  /** Such as {@code 100 undecided 1 patience PT0.2S on callers by clock}. */
  private TwoPhase host(List<String> words) {
    QueueSettings queue = QueueSettings.of(Integer.parseInt(words.get(0)));
    Duration patience = Duration.ofMinutes(1);
    Map<String, Executor> threads =
        Map.of(
            "callers", Runnable::run,
            "one", single,
            "ours", batches::add,
            "failing", this::fail,
            "momentary", this::rejectOrRun,
            "eager", this::runTwice,
            "shallow", this::runNoted);
    Optional<Executor> executor = Optional.empty();
    for (int at = 1; at < words.size(); at += 2) {
      String value = words.get(at + 1);
      switch (words.get(at)) {
        case "undecided" -> queue = queue.withBatchesUndecided(Integer.parseInt(value));
        case "inflight" -> queue = queue.withBatchesInFlight(Integer.parseInt(value));
        case "queue" -> queue = queue.withQueue(Integer.parseInt(value));
        case "patience" -> patience = Duration.parse(value);
        case "on" -> executor = Optional.of(threads.get(value));
        default -> assertThat(value).isEqualTo("clock");
      }
    }
    Optional<Executor> ours = executor;
    boolean isTimed = words.contains("clock");
    return host(
        queue,
        patience,
        builder -> {
          TwoPhase.Builder timed = isTimed ? builder.ticker(clock) : builder;
          return ours.map(timed::executor).orElse(timed);
        });
  }

  private void fail(Runnable task) {
    failures.incrementAndGet();
    throw new OutOfMemoryError("unable to create native thread");
  }

  private void rejectOrRun(Runnable task) {
    if (rejections.getAndDecrement() > 0) {
      throw new RejectedExecutionException("for a moment");
    }
    threads.execute(task);
  }

  private void runTwice(Runnable task) {
    task.run();
    threads.execute(task);
    throw new IllegalStateException("after all");
  }

  /** The caller runs the task, and it is noted how deep its stack is. */
  private void runNoted(Runnable task) {
    deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
    task.run();
  }

  /** The distinct answers to all names. */
  private static String each(Step step, Function<String, String> of) {
    return step.words().stream().map(of).distinct().collect(joining(", "));
  }

  private static TransferRequest asked(String word) {
    String transfer = word.substring(word.indexOf('/') + 1);
    return transfer.contains("=") ? DoorSteps.asked(transfer) : request(transfer);
  }

  private boolean submit(String word, AnswerTime when) {
    CompletableFuture<TransactionOutcome> future = host.transfers().submit(asked(word), when);
    String name = word.split("[/=]", 2)[0];
    asked.put(name, future);
    ids.put(name, asked(word).id());
    return true;
  }

  private static boolean isShut(EnqueueOutcome outcome) {
    return outcome instanceof EnqueueOutcome.NotAsked;
  }

  /** A caller of its own gives a stream of transfers. */
  private void stream(Order order, List<String> words) {
    List<TransferRequest> all = words.stream().map(QueueScenesTest::asked).toList();
    CompletableFuture<List<TransactionOutcome>> outcomes =
        CompletableFuture.supplyAsync(() -> host.transfers().transferAll(all, order));
    IntStream.range(0, all.size())
        .forEach(at -> asked.put(words.get(at), outcomes.thenApply(each -> each.get(at))));
  }

  private void held(String id) {
    reached = gated.stopAt("place");
    submit(id, FINISHED);
    await(reached);
  }

  /** A caller of its own waits for the outcome, for so long if a time is given. */
  private CompletableFuture<TransactionOutcome> calling(String word, List<String> time) {
    Supplier<TransactionOutcome> call = () -> host.transfers().transfer(asked(word));
    return CompletableFuture.supplyAsync(
        () -> time.isEmpty() ? call.get() : host.within(Duration.parse(time.get(0)), call));
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
      default -> gated.sizesOf(what).size();
    };
  }

  /** Says if the answer is there, when so much more time has passed. */
  private boolean isDone(String name, Duration later) {
    clock.advance(later);
    return future(name).isDone();
  }

  private Runnable next() {
    try {
      return batches.take();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
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
