package io.twophase.console.screen;

import io.twophase.app.audit.AuditProgress;
import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Request;
import io.twophase.console.http.Role;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit: what it reads, the one that is under way, and what the last one has found. */
public record AuditScreen(Audits audits, Redactor redactor) implements Screen {

  private static final String PATH = "/audit";

  /** So many findings are shown. */
  private static final int MOST_SHOWN = 500;

  @Override
  public Answer answer(Request request) {
    return new Answer.Shown(model(request));
  }

  @Override
  public void close() {
    audits.close();
  }

  /** Starts an audit, unless one is under way. */
  public Answer start(Request request) {
    Caller caller = caller(request);
    return audits.start(caller.name())
        ? new Answer.Done(200, PATH, model(request))
        : new Answer.Declined(409, "AuditUnderWay", "An audit is under way already.");
  }

  /** Has the audit that is under way stop, if the caller may stop it. */
  public Answer stop(Request request) {
    Caller caller = caller(request);
    return audits.stop(caller)
        ? new Answer.Done(200, PATH, model(request))
        : new Answer.Declined(
            403,
            "NotAnOperator",
            "An audit is stopped by who has started it, or by an operator: "
                + caller.name()
                + " is neither.");
  }

  private static Caller caller(Request request) {
    return request.caller().orElseThrow();
  }

  /** The model of the page. */
  public Map<String, Object> model(Request request) {
    Audits.Seen seen = audits.seen();
    return Json.object(
        "running", seen.running().map(AuditScreen::running),
        "mayStop", seen.mayBeStoppedBy(caller(request)),
        "last", seen.last().map(this::ended));
  }

  private static Map<String, Object> running(Audits.Running running) {
    return Json.object(
        "begunAt", running.begunAt().truncatedTo(ChronoUnit.SECONDS),
        "by", running.by(),
        "progress", running.progress().map(AuditScreen::progress));
  }

  private static Map<String, Object> progress(AuditProgress progress) {
    return Json.object(
        "phase", progress.phase(),
        "words", words(progress.phase()),
        "transactions", progress.transactions(),
        "accounts", progress.accounts(),
        "documents", progress.documents(),
        "decided", progress.decided(),
        "findings", progress.findings());
  }

  private static String words(AuditProgress.Phase phase) {
    return switch (phase) {
      case TRANSACTIONS -> "It reads the transactions.";
      case ACCOUNTS -> "It reads the accounts.";
      case DOCUMENTS -> "It reads the documents of hosts.";
      case EVIDENCE -> "It reads decided records again, with their numbers and leaves.";
      case CONCLUSION -> "It looks up what is left, and adds up.";
    };
  }

  private Map<String, Object> ended(Audits.Ended ended) {
    Map<String, Object> model = running(ended.begun());
    model.put("endedAt", ended.endedAt().truncatedTo(ChronoUnit.SECONDS).toString());
    model.put("took", Pages.text(Duration.between(ended.begun().begunAt(), ended.endedAt())));
    ended.result().peekLeft(fault -> model.put("fault", fault));
    ended.result().forEach(report -> model.put("report", report(report)));
    return model;
  }

  private Map<String, Object> report(AuditReport report) {
    return Json.object(
        "isClean", report.isClean(),
        "accounts", report.accounts(),
        "transactions",
            report.transactions().entrySet().stream()
                .map(count -> Json.object("state", count.getKey(), "count", count.getValue()))
                .toList(),
        "balance", amounts(report.balance()),
        "opening", amounts(report.opening()),
        "isComplete", report.complete(),
        "evidence", report.evidence(),
        "findingCount", report.findings().size(),
        "findingsShown", Math.min(report.findings().size(), MOST_SHOWN),
        "areAllShown", report.findings().size() <= MOST_SHOWN,
        "findings", report.findings().stream().limit(MOST_SHOWN).map(this::finding).toList());
  }

  private static List<Map<String, Object>> amounts(Map<Currency, BigInteger> sums) {
    return Views.decimals(sums).entrySet().stream()
        .map(sum -> Json.object("currency", sum.getKey(), "amount", sum.getValue()))
        .toList();
  }

  /** A finding; of a document without its values, where the host hides some. */
  private Map<String, Object> finding(Finding finding) {
    boolean isOfDocument =
        finding
            .subject()
            .fold(
                account -> false,
                document -> true,
                transaction -> false,
                other -> finding.kind() == Finding.Kind.DOCUMENT_UNREADABLE);
    return Json.object(
        "kind", finding.kind().title(),
        "id", finding.id(),
        "detail", isOfDocument ? redactor.shownFault(finding.detail()) : finding.detail(),
        "address", address(finding));
  }

  /** The address of what a finding is about, if the console has a page of it. */
  static Optional<String> address(Finding finding) {
    return finding
        .subject()
        .fold(
            account -> Optional.of(Links.account(account)),
            document -> Optional.of(Links.document(document)),
            transaction -> Optional.of(Links.transaction(transaction)),
            other ->
                finding.kind() == Finding.Kind.CONSUMER_UNREADABLE
                    ? Optional.of("/consumers")
                    : Optional.empty());
  }

  /**
   * The audits of one console, one at a time. An audit goes on if whoever started it looks
   * elsewhere. Thread-safe.
   */
  public static final class Audits {

    private static final Logger LOG = LoggerFactory.getLogger(Audits.class);

    private final Function<AuditWatch, Optional<AuditReport>> audit;
    private final InstantSource clock;
    private volatile Seen seen = new Seen(Optional.empty(), Optional.empty());
    private volatile boolean isClosed;

    /** The name of the caller who wants the audit to stop that is under way. */
    private volatile Optional<String> stops = Optional.empty();

    /**
     * The audit that runs, and the one that has ended last.
     *
     * @param running none if there is no audit under way
     * @param last none if this console has seen none to its end
     */
    public record Seen(Optional<Running> running, Optional<Ended> last) {

      /** An audit is long: no viewer stops the audit of somebody else. */
      boolean mayBeStoppedBy(Caller caller) {
        return caller.role() == Role.OPERATOR
            || running.filter(one -> !one.by().equals(caller.name())).isEmpty();
      }
    }

    /**
     * An audit that is under way.
     *
     * @param by who has started it
     * @param progress how far it is; none before it has read anything
     */
    public record Running(Instant begunAt, String by, Optional<AuditProgress> progress) {}

    /**
     * An audit that has ended.
     *
     * @param result what it reports, or why it has failed or was stopped
     */
    public record Ended(Running begun, Instant endedAt, Either<String, AuditReport> result) {}

    /** Audits that {@code audit} makes, which gives none if its watch has ended it. */
    public Audits(Function<AuditWatch, Optional<AuditReport>> audit, InstantSource clock) {
      this.audit = audit;
      this.clock = clock;
    }

    /** The audit that runs, and the last one. */
    public Seen seen() {
      return seen;
    }

    /**
     * Starts an audit.
     *
     * @param by who asks for it
     * @return whether it is started: not while another is under way
     */
    public synchronized boolean start(String by) {
      if (seen.running().isPresent() || isClosed) {
        return false;
      }
      stops = Optional.empty();
      Running running = new Running(clock.instant(), by, Optional.empty());
      Thread thread = new Thread(() -> run(running), "twophase-console-audit");
      thread.setDaemon(true);
      thread.start();
      seen = new Seen(Optional.of(running), seen.last());
      return true;
    }

    /**
     * Has the audit that is under way stop soon, if there is one.
     *
     * @return whether the caller may stop it
     */
    public synchronized boolean stop(Caller by) {
      boolean may = seen.mayBeStoppedBy(by);
      stops = may ? Optional.of(by.name()) : stops;
      return may;
    }

    private void run(Running begun) {
      Either<String, AuditReport> result = Either.left("it broke off; the log may tell why");
      try {
        result =
            Option.ofOptional(audit.apply(progress -> goesOn(begun, progress)))
                .toEither(() -> stops.map(by -> by + " has stopped it").orElse("it was stopped"));
      } catch (RuntimeException fault) {
        LOG.warn("an audit of the console has failed", fault);
        result = Either.left(String.valueOf(fault.getMessage()));
      } finally {
        end(new Ended(begun, clock.instant(), result));
      }
    }

    /** Waits until the audit was shown as begun. */
    private synchronized void end(Ended ended) {
      seen = new Seen(Optional.empty(), Optional.of(ended));
    }

    /** Waits until the audit was shown as begun: that would hide how far it is. */
    private synchronized boolean goesOn(Running begun, AuditProgress progress) {
      Running running = new Running(begun.begunAt(), begun.by(), Optional.of(progress));
      seen = new Seen(Optional.of(running), seen.last());
      return stops.isEmpty() && !isClosed;
    }

    /** Ends the audit that is under way. */
    public void close() {
      isClosed = true;
    }
  }
}
