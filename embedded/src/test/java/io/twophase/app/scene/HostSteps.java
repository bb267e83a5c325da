package io.twophase.app.scene;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.app.testing.Patiently.await;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.batch.DeadOwner;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Step;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Store;
import io.twophase.test.contract.Moment;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Hosts of one store ask in steps of a scene, which may also be {@link DoorSteps}.
 *
 * <p>A request is a transfer of cents, {@code t=A>B:100}, of at most as many with {@code ~} behind,
 * in a period with {@code @2026-11} behind; or an id with operations, {@code t debit A 100 + credit
 * B 100 + check #7 n==1}, whose operations on documents are in the words of {@link BodyWords}.
 */
public class HostSteps implements AutoCloseable {

  static final AuthorizationTerms WEEK = new AuthorizationTerms(Duration.ofDays(7));

  final Store store;

  /** The host that asks. */
  TwoPhase host;

  private final DoorSteps doors;
  private final Map<String, NewTransaction> left = new HashMap<>();

  /** Steps of a host, which is closed with them. */
  public HostSteps(Store store, TwoPhase host) {
    this.store = store;
    this.host = host;
    this.doors = new DoorSteps(() -> store, () -> this.host);
  }

  /** Makes a step, and answers. */
  public String step(String written) {
    String[] words = written.split(" ", 2);
    String all = words.length == 1 ? "" : words[1];
    String[] rest = all.split(" ", -1);
    String first = rest[0];
    return switch (words[0]) {
      case "ask" -> Books.word(ask(all));
      case "tell" -> Step.text(ask(all));
      case "authorize" -> authorized(all.split(" (?=for |by )", -1));
      case "capture" ->
          DoorSteps.captured(host, List.of(rest))
              .fold(
                  captured -> "captured", refused -> refused.reason().kind(), unknown -> "unknown");
      case "approve" ->
          host.authorizations()
              .approve(transactionId(first), new ApproverName(rest[1]))
              .fold(
                  approved -> "approved", refused -> refused.reason().kind(), unknown -> "unknown");
      case "overdue" -> awaited(() -> host.authorizations().overdue(1).size() == 1);
      case "status" ->
          host.accounts()
              .change(account(first), StatusChange.valueOf(rest[1]))
              .fold(changed -> "changed", refused -> refused.reason().kind(), doubt -> "in doubt");
      case "recover" -> recovered(RecoveryRequest.Policy.valueOf(first));
      case "finished" ->
          Books.recover(host).stream()
              .filter(Recovered::isFinished)
              .map(Recovered::id)
              .sorted()
              .collect(joining(", "));
      case "alone" -> done(() -> use(Hosts.alone(store)));
      case "scrub" -> String.valueOf(Books.scrub(host).size());
      case "findings" -> findings();
      case "read" ->
          read(Stream.of(rest).filter(it -> !it.isEmpty()).map(DocumentWords::document).toList());
      case "plain" -> plain(DocumentWords.document(first));
      case "account" -> host.accounts().find(account(first)).toString();
      case "kind" -> host.transactions().find(transactionId(first)).getClass().getSimpleName();
      case "holders" ->
          new DocumentWrites(store)
              .read(DocumentWords.document(first)).orElseThrow().holds().stream()
                  .map(hold -> hold.record().value())
                  .collect(joining(", "));
      case "elsewhere" ->
          Step.text(new DocumentReader(elsewhere()).read(DocumentWords.document(first)));
      case "balances" -> Books.balances(store).toString();
      case "begun" -> done(() -> begin(body(all)));
      case "promised" -> done(() -> begin(body(all).authorizedUnder(WEEK)));
      case "left" -> done(() -> leave(State.valueOf(first), all.substring(first.length() + 1)));
      case "several" -> done(() -> several(State.valueOf(first), rest[1], all.split(": ", 2)[1]));
      case "dead" -> done(() -> new DeadOwner(store).left(bodies(all.split(" ", -1))));
      case "bury" -> store.records().insert(List.of(NewRecord.tombstone(new RecordId(first)))) + "";
      case "settle" -> done(() -> settle(left.get(first), Integer.parseInt(rest[1])));
      case "pause" -> done(Moment::pass);
      default -> doors.made(Step.of(written));
    };
  }

  static String done(Runnable step) {
    step.run();
    return "";
  }

  private static String awaited(Callable<Boolean> condition) {
    return done(() -> await().pollInterval(Duration.ofMillis(5)).until(condition));
  }

  private static Money money(String minor, String currency) {
    return new Money(Long.parseLong(minor), Currency.getInstance(currency));
  }

  private TransactionOutcome ask(String words) {
    return request(words) instanceof TransferRequest transfer
        ? host.transfers().transfer(transfer)
        : host.run((TransactionRequest) request(words));
  }

  static Request request(String words) {
    int id = words.indexOf(' ');
    if (words.indexOf('=') > 0 && id < 0) {
      return DoorSteps.asked(words);
    }
    TransactionRequest request = TwoPhase.transaction(id < 0 ? words : words.substring(0, id));
    for (String operation : id < 0 ? new String[0] : words.substring(id + 1).split(" \\+ ", -1)) {
      request = with(request, operation.split(" ", 3));
    }
    return request;
  }

  private static TransactionRequest with(TransactionRequest request, String[] words) {
    String rest = words.length < 3 ? "" : words[2];
    return switch (words[0]) {
      case "debit" -> request.debit(account(words[1]), money(rest, "USD"));
      case "most" -> request.debitAtMost(account(words[1]), money(rest, "USD"));
      case "credit" -> request.credit(account(words[1]), money(rest, "USD"));
      default -> request.with((DocumentOperation) BodyWords.operation(String.join(" ", words)));
    };
  }

  static NewTransaction body(String words) {
    return request(words).transaction().get();
  }

  private static NewTransaction[] bodies(String[] words) {
    return Stream.of(words).map(HostSteps::body).toArray(NewTransaction[]::new);
  }

  /** For a week, or {@code for} another time; if {@code by} follows, its name must approve. */
  private String authorized(String[] words) {
    Duration time = Duration.ofDays(7);
    Optional<ApprovalRule> rule = Optional.empty();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.startsWith("for ")) {
        time = Duration.parse(word.substring(4));
      } else {
        rule = Optional.of(new ApprovalRule(1, List.of(new ApproverName(word.substring(3)))));
      }
    }
    return host.authorizations()
        .authorize(request(words[0]), new AuthorizationTerms(time, rule))
        .fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> refused.reason().kind(),
            unknown -> "unknown");
  }

  private String recovered(RecoveryRequest.Policy policy) {
    return Books.recover(host, new RecoveryRequest(Duration.ZERO, Optional.empty(), policy))
        .stream()
        .map(Object::toString)
        .collect(joining(", "));
  }

  /** What the audit finds, balances that differ apart: they do wherever a record is gone. */
  private String findings() {
    return host.audit().run().findings().stream()
        .filter(finding -> finding.kind() != Finding.Kind.BALANCE_DIFFERS)
        .map(finding -> finding.kind().title() + " " + finding.id() + " " + finding.detail())
        .sorted()
        .collect(joining(", "))
        .replaceAll("batch:\\S+", "batch");
  }

  private String read(List<DocumentRef> refs) {
    ReadAnswer answer = host.documents().read(refs);
    return answer instanceof ReadAnswer.Consistent found
        ? found.documents().stream()
            .map(each -> each.fields().map(HostSteps::words).orElse("none"))
            .collect(joining(", "))
        : Step.text(answer);
  }

  /** An int64 is told from other numbers, and every time is the same. */
  private static String words(Fields fields) {
    return timeless(
        fields.all().stream()
            .map(each -> each + (each.value() instanceof Value.Int64 ? "L" : ""))
            .collect(joining(", ", "{", "}")));
  }

  private static String timeless(String text) {
    return text.replaceAll("date \\d+|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "then");
  }

  /** The scene goes on with another host. */
  final void use(TwoPhase other) {
    host.close();
    host = other;
  }

  /** The document as a host finds it that knows nothing of holds. */
  private String plain(DocumentRef ref) {
    var found = new DocumentWrites(store).read(ref).orElseThrow();
    return found.placeholder() ? "a placeholder" : found.fields().toString();
  }

  private Store elsewhere() {
    return Interceptor.replacing(store, Home.class, here -> new Home("other.records"));
  }

  /** The record alone is stored, by a process that dies then. */
  private void begin(NewTransaction body) {
    Owner dead = new Owner(Fixtures.application("dead"), Fixtures.token("dead"));
    store.records().insert(List.of(NewRecord.alone(body, dead)));
  }

  /** A process dies when its transaction is in a state, and nothing of it is settled. */
  private void leave(State state, String words) {
    NewTransaction asked = body(words);
    NewTransaction body = state == State.AUTHORIZED ? asked.authorizedUnder(WEEK) : asked;
    DocumentWrites writes = new DocumentWrites(store);
    writes.begin(body);
    writes.hold(body, 1);
    move(StoredRecords.alone(body), state, Verdict.ALL_APPLIED);
    left.put(body.id().value(), body);
  }

  /** Leaves a record of several in a state, with one of its transactions left out. */
  private void several(State state, String leftOut, String words) {
    new DocumentWrites(store)
        .several(
            "batch:1",
            state,
            StoredRecords.leaving(transactionId(leftOut.replace(":", ""))),
            bodies(words.split(" \\| ", -1)));
  }

  private void move(NewRecord begun, State state, Verdict verdict) {
    new DeadOwner(store).move(StoredRecords.to(begun, state, verdict).toArray(Transition[]::new));
  }

  private void settle(NewTransaction body, int operation) {
    new DocumentWrites(store).settle(body.id().value(), 1, body.operations().get(operation));
  }

  @Override
  public void close() {
    host.close();
  }
}
