package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Reversal;
import io.twophase.junit.TestProcess;
import io.twophase.junit.TestProcesses;
import io.twophase.junit.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Steps at a bank, in words, each with what it answers; and a script of faults for its writes. */
final class BankSteps {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final TransactionId T = transactionId("t");
  private static final Duration DAY = Duration.ofDays(1);
  private static final DocumentRef ORDER = document("orders", "7");

  /** Subjects that no bank answers at once. */
  private static final Map<String, Object> GIVEN =
      Map.ofEntries(
          Map.entry("unknown", new TransactionOutcome.Unknown(T, "no answer to a hold")),
          Map.entry("notAsked", new TransactionOutcome.NotAsked(T, "shutting down")),
          Map.entry(
              "left",
              new TransactionOutcome.Applied(
                  T, false, false, Optional.of(new Epoch(2)), Optional.empty())),
          Map.entry(
              "recovered",
              new TransactionOutcome.Refused(
                  T, new CancelReason.Recovered(), false, true, Optional.of(new Epoch(2)))),
          Map.entry(
              "expired", new CaptureOutcome.Refused(T, new AuthorizationRefusal.Expired(T, NOW))),
          Map.entry("unknownAuthorize", new AuthorizeOutcome.Unknown(T, "no answer")),
          Map.entry("unknownCapture", new CaptureOutcome.Unknown(T, "no answer")),
          Map.entry("unknownVoid", new VoidOutcome.Unknown(T, "no answer")),
          Map.entry("unknownApprove", new ApproveOutcome.Unknown(T, "no answer")),
          Map.entry("unknownCancel", new CancelOutcome.Unknown("no answer")),
          Map.entry("unknownReverse", new ReverseOutcome.Unknown("no answer")),
          Map.entry("idTooLong", new ReverseOutcome.NotReversed(new Reversal.Refusal.IdTooLong(T))),
          Map.entry(
              "recordRemoved",
              new ReverseOutcome.NotReversed(new Reversal.Refusal.RecordRemoved(T))),
          Map.entry("unreadableAccount", new AccountLookup.Unreadable("A", "balance is no number")),
          Map.entry(
              "unreadableTransaction", new TransactionLookup.Unreadable("t", "state is missing")),
          Map.entry(
              "cash",
              Account.open(
                  Opening.of(
                          account("cash"),
                          money("25.00", "USD"),
                          Optional.empty(),
                          Optional.empty(),
                          Direction.DEBIT)
                      .get())),
          Map.entry(
              "off",
              new AuditReport(
                  1,
                  Map.of(),
                  Map.of(),
                  Map.of(),
                  true,
                  Optional.empty(),
                  List.of(
                      new Finding(
                          Finding.Kind.STUCK,
                          new Finding.Subject.OfTransaction("t"),
                          "pending for an hour")))));

  /** A write of which more is said than its kind: the words follow it. */
  private static final Pattern MORE = Pattern.compile("(\\w+) (on|number) (.*)");

  private final Verbs writes =
      new Verbs(this)
          .ofValues(Write.class)
          .reading(Write.class, this::write)
          .reading(DocumentRef.class, name -> document("orders", name.split("#", 2)[1]))
          // an account's id has no #
          .reading(AccountId.class, name -> account(name.replaceAll(".*#.*", "")));
  private final TestProcesses processes;
  private final TwoPhase onlooker;
  private TestProcess process;

  /** The first process makes the steps; another one looks up accounts and transactions. */
  BankSteps(TestProcesses processes) {
    this.processes = processes;
    this.onlooker = processes.start().twophase();
    this.process = processes.first();
    onlooker.accounts().open(account("A"), money("100.00", "USD"));
    onlooker.accounts().open(account("B"), money("0.00", "USD"));
  }

  /** Makes a step, and answers. */
  Object subject(List<String> words) {
    TwoPhase twophase = process.twophase();
    String first = words.size() > 1 ? words.get(1) : "";
    List<String> rest = words.subList(Math.min(2, words.size()), words.size());
    return switch (words.get(0)) {
      case "given" -> GIVEN.get(first);
      case "account" -> onlooker.accounts().find(account(first));
      case "transaction" -> onlooker.transactions().find(transactionId(first));
      case "transfer" -> twophase.transfers().transfer(request(first, rest.get(0)));
      case "most" -> twophase.transfers().transfer(request(first, rest.get(0)).takingAtMost());
      case "back" ->
          twophase.transfers().transfer(TwoPhase.transfer(first, "B", "A", usd(rest.get(0))));
      case "enqueue" -> twophase.transfers().enqueue(request(first, rest.get(0)));
      case "insert" -> twophase.run(insert(first, rest));
      case "batch" ->
          twophase
              .transfers()
              .transferAll(requests(words.subList(1, words.size())), Order.AS_GIVEN);
      case "together" -> twophase.transfers().allOrNothing(transactionId(first), requests(rest));
      case "authorize" -> authorize(request(first, rest.get(0)), rest.subList(1, rest.size()));
      case "approve" ->
          twophase.authorizations().approve(transactionId(first), new ApproverName(rest.get(0)));
      case "capture" ->
          rest.isEmpty()
              ? twophase.authorizations().capture(transactionId(first))
              : twophase.authorizations().captureInPart(transactionId(first), usd(rest.get(0)));
      case "void" ->
          twophase.authorizations().voidAuthorization(transactionId(first), String.join(" ", rest));
      case "cancel" -> twophase.transfers().cancel(transactionId(first), String.join(" ", rest));
      case "reverse" -> twophase.compensation().reverse(transactionId(first), "");
      case "audit" -> onlooker.audit().run();
      case "FREEZE", "CLOSE" ->
          twophase.accounts().change(account(first), StatusChange.valueOf(words.get(0)));
      case "next" -> {
        process = processes.start();
        yield process;
      }
      case "died" -> assertThat(process.hasDied()).isTrue();
      case "lives" -> assertThat(process.hasDied()).isFalse();
      case "recover" ->
          assertThat(process.recover().toString().replace("[]", "none"))
              .contains(String.join(" ", words.subList(1, words.size())));
      case "arrives" -> assertThat(process.faults().deliverLate()).isEqualTo(number(first));
      case "met" -> {
        processes.requireAllFaultsMet();
        yield this;
      }
      case "times" -> {
        for (int at = 0; at < number(first); at++) {
          plan(rest);
        }
        yield this;
      }
      default -> plan(words);
    };
  }

  /**
   * Plans a fault of a write, such as {@code noAnswerTo hold on orders#7}, or says what is to
   * become of all.
   */
  private Object plan(List<String> words) {
    new Verbs(process.faults()).reading(Write.class, this::write).apply(String.join(" ", words));
    return this;
  }

  private Write write(String text) {
    return (Write) writes.answer(MORE.matcher(text).replaceAll("$2 $1 $3"));
  }

  private static int number(String word) {
    return Integer.parseInt(word);
  }

  /** Inserts an order, for which A pays B, if anybody does. */
  private static TransactionRequest insert(String id, List<String> price) {
    TransactionRequest request = transaction(id).insert(ORDER, Map.of("status", "new"));
    return price.isEmpty()
        ? request
        : request.debit(account("A"), usd(price.get(0))).credit(account("B"), usd(price.get(0)));
  }

  private AuthorizeOutcome authorize(TransferRequest request, List<String> approvers) {
    Optional<ApprovalRule> rule =
        Optional.of(approvers.stream().map(ApproverName::new).toList())
            .filter(names -> !names.isEmpty())
            .map(names -> new ApprovalRule(names.size(), names));
    return process
        .twophase()
        .authorizations()
        .authorize(request, new AuthorizationTerms(DAY, rule));
  }

  private static List<TransferRequest> requests(List<String> words) {
    return words.stream()
        .map(word -> word.split(":", -1))
        .map(parts -> request(parts[0], parts[1]))
        .toList();
  }

  private static TransferRequest request(String id, String amount) {
    return TwoPhase.transfer(id, "A", "B", usd(amount));
  }

  private static Money usd(String decimal) {
    return money(decimal, "USD");
  }
}
