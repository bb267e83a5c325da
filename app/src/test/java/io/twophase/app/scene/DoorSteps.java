package io.twophase.app.scene;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.Scenes;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Steps at the doors of a bank that change money, and what they answer. A transfer moves a dollar
 * from A to B, or a thousand, which A has not, if its id says that it is dear.
 */
abstract class DoorSteps extends OneBank {

  private static final Instant BEGUN = Instant.parse("2026-11-23T10:00:00Z");

  /** The preview from which dry runs of the scene go on. */
  Preview preview = host.preview();

  /** Makes a step, and answers. */
  String door(String step) {
    List<String> words = List.of(step.split(" ", -1));
    String[] rest = tail(words.toArray(String[]::new));
    String first = rest.length == 0 ? "" : rest[0];
    return switch (words.get(0)) {
      case "open" -> done(() -> store.accounts().open(List.of(opening(first))));
      case "freeze" -> done(() -> host.accounts().change(accountId(first), StatusChange.FREEZE));
      case "account" -> account(first);
      case "transfer" -> each(rest, one -> words(host.transfers().transfer(asked(one))));
      case "batch" ->
          host.transfers().transferAll(all(rest), Order.AS_GIVEN).stream()
              .map(Books::word)
              .collect(joining(", "));
      case "together" -> together(transactionId(first), all(tail(rest)));
      case "enqueue" -> each(rest, one -> Scenes.text(host.transfers().enqueue(asked(one))));
      case "told" -> done(() -> preview.open(Stream.of(rest).map(DoorSteps::opening).toList()));
      case "preview" -> previewed(all(rest));
      case "balance" -> Long.toString(balance(first));
      case "begin" -> done(() -> writes().begin(body(first)));
      case "hold" -> Integer.toString(writes().hold(body(first), 1).size());
      case "decide" -> done(() -> writes().decide(first, 1));
      case "body" -> body(lookup(first).transaction().orElseThrow());
      case "state" -> lookup(first).transaction().orElseThrow().state().toString();
      case "cancel" -> Scenes.text(host.compensation().cancel(transactionId(first), why(rest)));
      case "reverse" -> Scenes.text(host.compensation().reverse(transactionId(first), why(rest)));
      case "authorize" -> Scenes.text(host.authorizations().authorize(asked(first), terms(rest)));
      case "capture" -> Scenes.text(captured(rest));
      case "approve" ->
          Scenes.text(
              host.authorizations().approve(transactionId(first), new ApproverName(rest[1])));
      case "void" ->
          Scenes.text(host.authorizations().voidAuthorization(transactionId(first), why(rest)));
      case "statement" -> statement(rest);
      case "at" -> words(host.statements().at(accountId(first), moment(rest, 1).orElseThrow()));
      case "post" -> Books.word(host.run(posting(first)));
      case "period" -> period(host.periods(), rest);
      case "hastily" -> hastily(rest);
      case "overdue" -> Integer.toString(host.authorizations().overdue(10).size());
      default -> throw new IllegalArgumentException(step);
    };
  }

  private static String why(String[] words) {
    return Stream.of(words).skip(1).collect(joining(" "));
  }

  /**
   * Such as {@code t}, {@code t=A>C:400} of 400 cents, or {@code t=A>C:400~} of at most that. With
   * {@code @2026-11} behind it, it is a posting in that period.
   */
  private static TransferRequest asked(String word) {
    String[] posting = word.split("@", -1);
    String[] parts = posting[0].replace("~", "").split("[=>:]", -1);
    TransferRequest request =
        parts.length == 1
            ? request(parts[0])
            : Books.request(parts[0], parts[1], parts[2], Long.parseLong(parts[3]));
    if (posting.length > 1) {
      return request.inPeriod(new PeriodName(posting[1]));
    }
    return word.endsWith("~") ? request.takingAtMost() : request;
  }

  /** A statement of a span, whose ends are so long after the beginning; or a page of it. */
  private String statement(String[] words) {
    StatementAnswer answer =
        host.statements().of(accountId(words[0]), moment(words, 1), moment(words, 2));
    return words.length == 5
        ? words(
            ((StatementAnswer.Found) answer)
                .statement()
                .page(Integer.parseInt(words[3]), Integer.parseInt(words[4])))
        : words(answer);
  }

  private static String words(StatementAnswer answer) {
    return answer instanceof StatementAnswer.Found found
        ? words(found.statement())
        : Scenes.text(answer);
  }

  private static Optional<Instant> moment(String[] words, int at) {
    return words.length <= at || words[at].equals("-")
        ? Optional.empty()
        : Optional.of(BEGUN.plus(Duration.parse(words[at])));
  }

  private static String words(Statement statement) {
    return "from %s opens %s: %s: closes %s %s, %d holds of %s and %s"
        .formatted(
            statement.from().map(Instant::toString).orElse("the first"),
            statement.opening(),
            statement.lines().stream()
                .map(Statement.Line::posting)
                .map(
                    line ->
                        line.transaction()
                            + " "
                            + line.effect()
                            + " "
                            + line.position().decidedAt())
                .collect(joining(", ")),
            statement.closing(),
            statement.certainty(),
            statement.undecided().holds(),
            statement.undecided().debits(),
            statement.undecided().credits());
  }

  /** A transaction on a document, which may be a posting too. */
  private static TransactionRequest posting(String word) {
    String[] posting = word.split("@", -1);
    return TwoPhase.transaction(posting[0])
        .insert(TwoPhase.document("entries", posting[0]), Map.of("cents", 1))
        .inPeriod(new PeriodName(posting[1]));
  }

  private static String period(Periods periods, String[] words) {
    PeriodName name = new PeriodName(words[1]);
    String why = Stream.of(words).skip(2).collect(joining(" "));
    return switch (words[0]) {
      case "open" -> words(periods.open(name, why));
      case "close" -> words(periods.close(name, why));
      case "reopen" -> words(periods.reopen(name, why));
      case "find" -> Scenes.text(periods.find(name));
      case "after" ->
          periods.page(Optional.of(name)).stream().map(Scenes::text).collect(joining(", "));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private static String words(PeriodOutcome outcome) {
    return outcome.fold(
        changed -> (changed.before() ? "before " : "now ") + changed.period().state(),
        waits -> "waits for " + waits.undecided() + ", " + waits.period().state(),
        refused -> refused.reason().kind(),
        unknown -> "unknown");
  }

  /** A host that waits for nobody asks the same of a period. */
  private String hastily(String[] words) {
    try (TwoPhase hasty =
        TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(50), 1)).build()) {
      return period(hasty.periods(), words);
    }
  }

  /** The outcome in a word; of as much as there was, also how much. */
  private static String words(TransactionOutcome outcome) {
    boolean isOfAtMost =
        outcome instanceof TransactionOutcome.Applied applied && applied.moved().isPresent();
    return Books.word(outcome) + (isOfAtMost ? " " + outcome.orElseThrow().moved().get() : "");
  }

  private static List<TransferRequest> all(String[] words) {
    return Stream.of(words).map(DoorSteps::asked).toList();
  }

  static NewTransaction body(String word) {
    return asked(word).transaction().get();
  }

  private static String body(Transaction there) {
    return there.body().note().orElse("")
        + there.body().reverses().map(id -> ", reverses " + id).orElse("");
  }

  private DocumentWrites writes() {
    return new DocumentWrites(store);
  }

  private static Opening opening(String word) {
    String[] parts = word.split(":", -1);
    return Fixtures.account(parts[0]).opening(cents(Long.parseLong(parts[1])));
  }

  private String account(String id) {
    Account account = Books.account(store, id);
    return "%d, %d available, %d holds"
        .formatted(account.balance().minor(), account.available().minor(), account.holds().size());
  }

  /** The outcome, what differs if the id was used, and the first that cannot happen. */
  private String together(TransactionId id, List<TransferRequest> transfers) {
    AllOrNothingOutcome outcome = host.transfers().allOrNothing(id, transfers);
    String differs =
        outcome.outcome() instanceof TransactionOutcome.Refused refused
                && refused.reason() instanceof Refusal.IdReused
            ? ": " + refused.reason().message().replace(';', ',')
            : "";
    return Books.word(outcome.outcome())
        + differs
        + outcome.firstRefused().map(at -> " at " + at).orElse("");
  }

  private String previewed(List<TransferRequest> transfers) {
    return preview.ask(transfers).stream()
        .map(
            outcome ->
                outcome.<String>fold(
                    applied -> applied.already() ? "done" : "would apply",
                    refused -> (refused.already() ? "was " : "would be ") + refused.reason().kind(),
                    notKnown -> "not known"))
        .collect(joining(", "));
  }

  /** For a week; if any words follow, one of Ann and Bob must approve. */
  private static AuthorizationTerms terms(String[] words) {
    List<ApproverName> approvers = List.of(new ApproverName("Ann"), new ApproverName("Bob"));
    return words.length == 1
        ? new AuthorizationTerms(Duration.ofDays(7))
        : new AuthorizationTerms(Duration.ofDays(7), Optional.of(new ApprovalRule(1, approvers)));
  }

  /** All of it, so many cents, or of each account so many. */
  private CaptureOutcome captured(String[] words) {
    TransactionId id = transactionId(words[0]);
    if (words.length == 1) {
      return host.authorizations().capture(id);
    }
    if (!words[1].contains(":")) {
      return host.authorizations().captureInPart(id, cents(Long.parseLong(words[1])));
    }
    Map<AccountId, Money> each = new HashMap<>();
    for (String one : List.of(words).subList(1, words.length)) {
      each.put(opening(one).id(), opening(one).balance());
    }
    return host.authorizations().captureInPart(id, each);
  }

  static String[] tail(String[] words) {
    return List.of(words).subList(1, words.length).toArray(String[]::new);
  }

  static String done(Runnable step) {
    step.run();
    return "";
  }

  static String each(String[] ids, Function<String, String> of) {
    return Stream.of(ids).map(of).collect(joining(", "));
  }
}
