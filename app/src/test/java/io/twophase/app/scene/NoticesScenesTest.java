package io.twophase.app.scene;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.app.testing.Step.done;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Step;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * Scenes of what listeners are notified of, and of what is counted. A has 100 cents, and B none. A
 * listener notes what it is notified of; one that throws does so, too.
 */
@Timeout(60)
class NoticesScenesTest {

  private final FaultyStore store = Books.faulty(100, 0);
  private final List<String> notified = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<TransactionOutcome>> asked = new HashMap<>();
  private TwoPhase host = TwoPhase.over(store).build();
  private final DoorSteps doors = new DoorSteps(() -> store, () -> host);

  @AfterEach
  void close() {
    host.close();
  }

  @ScenesOf("/scenes/notices.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(text -> step(Step.of(text)));
  }

  private String step(Step step) {
    String first = step.first();
    return switch (step.verb()) {
      case "host" -> done(() -> host(step.words()));
      case "any" ->
          host
              .transfers()
              .transferAll(step.words().stream().map(DoorSteps::asked).toList(), Order.ANY)
              .stream()
              .map(Books::word)
              .collect(Collectors.joining(", "));
      case "submit" ->
          done(() -> asked.put(first, host.transfers().submit(DoorSteps.asked(first))));
      case "answer" -> Books.word(asked.get(first).join());
      case "blocked" ->
          done(() -> await().until(() -> host.counters().blocked() == step.number(0)));
      case "fault" -> done(() -> store.faults().when(WriteKind.BEGIN).next(Fault.valueOf(first)));
      case "gone" -> thrown(DoorSteps.asked(first));
      case "close" -> done(host::close);
      case "recover" -> Books.recover(host).toString();
      case "told" -> told(first);
      case "noted" -> step.each(word -> notified.contains(word.replace('_', ' ')) + "");
      case "refused" ->
          new TreeMap<>(host.counters().refused())
              + (host.counters().executorRefusals() > 0 ? " and by the executor" : "");
      case "counters" -> host.counters().toString();
      default -> doors.made(step);
    };
  }

  /**
   * Such as {@code rejecting noting throwing}: the executor rejects, and there are two listeners.
   */
  private void host(List<String> words) {
    host.close();
    List<TwoPhaseListener> listeners =
        words.stream()
            .filter(word -> !word.equals("rejecting"))
            .map(word -> noting(word.equals("throwing")))
            .toList();
    TwoPhase.Builder builder = TwoPhase.over(store).listener(TwoPhaseListener.each(listeners));
    host =
        words.contains("rejecting")
            ? builder
                .settings(Hosts.patient(Duration.ofMillis(100), 10))
                .executor(
                    task -> {
                      throw new RejectedExecutionException("planted");
                    })
                .build()
            : builder.build();
  }

  private String thrown(TransferRequest request) {
    try {
      return Books.word(host.transfers().transfer(request));
    } catch (RuntimeException thrown) {
      return thrown.getClass().getSimpleName();
    }
  }

  private String told(String id) {
    return notified.stream()
        .filter(what -> (what + " ").contains(" " + id + " "))
        .collect(Collectors.joining(", "));
  }

  /** Notes every notification that has words; then throws, if it is to. */
  private TwoPhaseListener noting(boolean throwing) {
    return Interceptor.before(
        TwoPhaseListener.class,
        TwoPhaseListener.IGNORED,
        (method, told, call) -> {
          Optional<String> words = words(method, told);
          words.ifPresent(notified::add);
          if (throwing && words.isPresent()) {
            throw new IllegalStateException("listener");
          }
          return call.make();
        });
  }

  private static Optional<String> words(String method, List<Object> told) {
    Object of = told.isEmpty() ? "" : told.get(0);
    Object id = of instanceof TransactionOutcome outcome ? outcome.id() : of;
    return Optional.ofNullable(
        switch (method) {
          case "batchBegun" -> "batch of " + of;
          case "transferBegun" -> "begun " + of;
          case "transferDecided" ->
              "decided " + id + " " + ((TransactionOutcome) of).isApplied() + after(told.get(1));
          case "transferFinished" -> "finished " + id + after(told.get(1));
          case "transferEnded" -> of.getClass().getSimpleName() + " " + id;
          case "transfersFailed" -> "failed " + of + " " + told.get(1).getClass().getSimpleName();
          case "stepBegun" -> of + " of " + told.get(1);
          case "recovered" -> "recovered " + ((Recovered) of).id();
          case "executorRefused" -> "executor refused";
          default -> null;
        });
  }

  /** Nothing, unless the time is odd. */
  private static String after(Object elapsed) {
    Duration time = (Duration) elapsed;
    return time.isNegative() || time.compareTo(Duration.ofMinutes(1)) > 0 ? " after " + time : "";
  }
}
