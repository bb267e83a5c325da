package io.twophase.cli.command;

import io.twophase.RecoveryDaemon;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.RecoveryRequest.Policy;
import io.twophase.app.recovery.Retention;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finishes what others left. */
@Command(name = "recover")
public final class RecoverCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--older-than", paramLabel = "30m")
  @Nullable Duration olderThan;

  @Option(names = "--application", paramLabel = "NAME")
  Optional<String> application = Optional.empty();

  @Option(names = "--policy", paramLabel = "resume|cancel", defaultValue = "resume")
  String policy = "resume";

  @Option(names = "--watch", paramLabel = "10s", arity = "0..1", fallbackValue = "10s")
  @Nullable Duration watch;

  /** Counts the transactions that have been reported. */
  private final AtomicLong reported = new AtomicLong();

  @Override
  public Integer call() {
    CommandFailure.badInputIf(
        watch != null && watch.toMillis() == 0, "--watch needs a pause of at least 0.001s");
    RecoveryRequest.Policy wanted =
        Arguments.either("--policy", policy, "resume", Policy.RESUME, "cancel", Policy.CANCEL);
    Optional<ApplicationName> owner =
        application.map(name -> Arguments.parsed(ApplicationName.parse(name)));
    context().requireStore();
    return untilAsked(
        () ->
            "recovery is ended; %s seen to, which stays; to go on with the others: the same command again"
                .formatted(Lines.count(reported.get(), "transaction")),
        (session, interruption) -> {
          Duration age = olderThan != null ? olderThan : session.stuckAfter();
          RecoveryRequest request = new RecoveryRequest(age, owner, wanted);
          return watch != null
              ? forEver(session, request, watch, interruption)
              : once(session, request);
        });
  }

  private int once(Session session, RecoveryRequest request) {
    Recovery recovery = session.twoPhase().recovery();
    List<Recovered> all = new ArrayList<>();
    Map<String, TransactionLookup.Unreadable> stays = new LinkedHashMap<>();
    List<Runnable> parts =
        List.of(
            () -> pass(recovery, request, all),
            recovery::numberEvents,
            () -> removeExpired(recovery, stays));
    Set<String> faults = new LinkedHashSet<>();
    parts.forEach(part -> StoreException.faultOf(part).ifPresent(faults::add));
    Notes notes = new Notes(context(), "more such transactions stay");
    stays.forEach((id, each) -> notes.show("transaction " + id + " stays: " + each.fault()));
    if (!faults.isEmpty()) {
      throw new StoreException(String.join("; ", faults));
    }
    boolean unfinished = all.stream().anyMatch(Recovered.Unfinished.class::isInstance);
    boolean unreadable =
        !stays.isEmpty() || all.stream().anyMatch(Recovered.Unreadable.class::isInstance);
    return unfinished ? ExitCode.UNKNOWN : unreadable ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private void pass(Recovery recovery, RecoveryRequest request, List<Recovered> all) {
    recovery.pass(
        request,
        recovered -> {
          all.add(recovered);
          reported.incrementAndGet();
        });
    String lines = String.join("\n", all.stream().map(RecoverCommand::text).toList());
    done(
        Json.object("recovered", all.stream().map(RecoverCommand::json).toList()),
        all.isEmpty() ? "nothing is stuck" : lines);
  }

  /**
   * If a pass removes something, then another pass follows. A record that stays is reported by each
   * pass.
   */
  private static void removeExpired(
      Recovery recovery, Map<String, TransactionLookup.Unreadable> stays) {
    Retention.Removed removed;
    do {
      removed = recovery.attemptRemoval();
      removed.stays().forEach(each -> stays.put(each.id(), each));
    } while (!removed.isNothing());
    for (StoreException fault : removed.fault().stream().toList()) {
      throw fault;
    }
  }

  private int forEver(
      Session session, RecoveryRequest request, Duration pause, Interruption interruption) {
    Recovery recovery = session.twoPhase().recovery();
    RecoveryDaemon daemon =
        RecoveryDaemon.start(recovery, request, pause, new RecoveryPrinter(interruption));
    try {
      interruption.await();
    } finally {
      daemon.close();
    }
    return context().isUnheard() ? ExitCode.OUTPUT : ExitCode.DONE;
  }

  /** Prints a line for each transaction, as it comes. */
  private final class RecoveryPrinter implements RecoveryDaemon.Listener {

    private final Interruption interruption;

    RecoveryPrinter(Interruption interruption) {
      this.interruption = interruption;
    }

    @Override
    public void recovered(Recovered recovered) {
      reported.incrementAndGet();
      context().answerLine(() -> json(recovered), () -> text(recovered));
      if (context().isUnheard()) {
        interruption.stop();
      }
    }

    @Override
    public void failed(StoreException fault) {
      note(String.valueOf(fault.getMessage()));
    }
  }

  private static String text(Recovered recovered) {
    return Lines.visible(
        "transaction " + recovered.id() + "  " + String.join("  ", words(recovered)));
  }

  private static Map<String, Object> json(Recovered recovered) {
    List<String> words = words(recovered);
    return Json.object("id", recovered.id(), "result", words.get(0), "detail", words.get(1));
  }

  /** The end of a recovered transaction, and the reason. */
  private static List<String> words(Recovered recovered) {
    return recovered.fold(
        done -> List.of("done", was(done.found())),
        canceled -> List.of("canceled", was(canceled.found()) + ": " + canceled.reason().message()),
        left -> List.of("left", "another process is at it, " + was(left.found())),
        unreadable -> List.of("unreadable", unreadable.fault()),
        unfinished -> List.of("unfinished", was(unfinished.found()) + ": " + unfinished.why()),
        authorized ->
            List.of(
                "authorized",
                "%s: waits for its capture, until %s"
                    .formatted(was(authorized.found()), authorized.expiresAt())));
  }

  private static String was(State found) {
    return "was " + Json.lower(found);
  }
}
