package io.twophase.app.scene;

import static io.twophase.app.testing.Step.done;
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
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.Step;
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
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Steps at the doors of a bank that change money, and what they answer. A transfer moves a dollar
 * from A to B, or a thousand, which A has not, if its id says that it is dear.
 */
public final class DoorSteps {

  private static final Instant BEGUN = Instant.parse("2026-11-23T10:00:00Z");

  static final DocumentRef ORDER = TwoPhase.document("orders", 7);
  private static final DocumentRef ENTRY = TwoPhase.document("ledger", "7");

  private final Supplier<Store> bank;
  private final Supplier<TwoPhase> doors;
  private Optional<Preview> preview = Optional.empty();

  /** The store and the host of a scene at each of its steps. */
  public DoorSteps(Supplier<Store> bank, Supplier<TwoPhase> doors) {
    this.bank = bank;
    this.doors = doors;
  }

  /** Makes a step, and answers. */
  public String made(Step step) {
    Store store = bank.get();
    TwoPhase host = doors.get();
    String first = step.first();
    return switch (step.verb()) {
      case "open" ->
          done(() -> host.accounts().open(step.words().stream().map(DoorSteps::opening).toList()));
      case "freeze" -> done(() -> host.accounts().change(accountId(first), StatusChange.FREEZE));
      case "account" -> account(store, first);
      case "transfer" -> step.each(one -> words(host.transfers().transfer(asked(one))));
      case "batch" -> each(host, Order.AS_GIVEN, step, Books::word);
      case "outcomes" -> each(host, Order.AS_GIVEN, step, Step::text);
      case "any" -> each(host, Order.ANY, step, Books::word);
      case "many" -> many(host, Order.valueOf(first), step.said().split(" \\| ", -1));
      case "deciders" ->
          step.words().stream().map(id -> Books.find(store, id).decider()).distinct().count() + "";
      case "submitted" -> words(host.transfers().submit(asked(first)).join());
      case "together" -> together(host, transactionId(first), all(step.tail()));
      case "enqueue" -> step.each(one -> Step.text(host.transfers().enqueue(asked(one))));
      case "told" ->
          done(() -> preview(host).open(step.words().stream().map(DoorSteps::opening).toList()));
      case "preview" -> previewed(host, all(step.words()));
      case "balance" -> Long.toString(Books.balance(store, first));
      case "begin" -> done(() -> new DocumentWrites(store).begin(body(first)));
      case "hold" -> Integer.toString(new DocumentWrites(store).hold(body(first), 1).size());
      case "decide" -> done(() -> new DocumentWrites(store).decide(first, 1));
      case "body" -> body(Books.find(store, first).transaction().orElseThrow());
      case "state" -> Books.find(store, first).transaction().orElseThrow().state().toString();
      case "cancel" -> Step.text(host.compensation().cancel(transactionId(first), step.said()));
      case "reverse" -> Step.text(host.compensation().reverse(transactionId(first), step.said()));
      case "authorize" ->
          Step.text(host.authorizations().authorize(asked(first), terms(step.words())));
      case "run" -> run(host, BodyWords.body(String.join(" ", step.words())));
      case "latest" -> latest(host, Optional.of(first).filter(it -> !it.equals("-")), step.said());
      case "documents" ->
          host.documents().read(List.of(ORDER, ENTRY)).orElseThrow().stream()
              .map(read -> read.fields().map(Object::toString).orElse("none"))
              .collect(joining(", "));
      case "capture" -> Step.text(captured(host, step.words()));
      case "approve" ->
          Step.text(
              host.authorizations()
                  .approve(transactionId(first), new ApproverName(step.words().get(1))));
      case "void" ->
          Step.text(host.authorizations().voidAuthorization(transactionId(first), step.said()));
      case "statement" -> statement(host, step.words());
      case "invoice" ->
          words(
              host.transfers()
                  .transfer(
                      asked(first)
                          .labelled(
                              Labels.NONE
                                  .referenced(step.said())
                                  .with(Posting.VALUE_DATE, "2026-11-30"))));
      case "line" ->
          ((StatementAnswer.Found) host.statements().of(accountId(first)))
              .statement()
              .lines()
              .get(0)
              .posting()
              .toString();
      case "at" ->
          words(host.statements().at(accountId(first), moment(step.words(), 1).orElseThrow()));
      case "post" -> Books.word(host.run(posting(first)));
      case "period" -> period(host.periods(), step.words());
      case "overdue" -> Integer.toString(host.authorizations().overdue(10).size());
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  private static String each(
      TwoPhase host, Order order, Step step, Function<TransactionOutcome, String> words) {
    return host.transfers().transferAll(all(step.words()), order).stream()
        .map(words)
        .collect(joining(", "));
  }

  private Preview preview(TwoPhase host) {
    preview = preview.or(() -> Optional.of(host.preview()));
    return preview.orElseThrow();
  }

  /**
   * Such as {@code t}, {@code t=A>C:400} of 400 cents, {@code t=A>C:400:EUR}, or {@code t=A>C:400~}
   * of at most that. With {@code @2026-11} behind it, it is a posting in that period.
   */
  public static TransferRequest asked(String word) {
    String[] posting = word.split("@", -1);
    String[] sides = posting[0].replace("~", "").split("=", -1);
    String[] parts = sides[sides.length - 1].split("[>:]", -1);
    TransferRequest request =
        sides.length == 1
            ? OneBank.request(posting[0])
            : new TransferRequest(
                transactionId(sides[0]),
                accountId(parts[0]),
                accountId(parts[1]),
                money(parts[2], parts.length > 3 ? parts[3] : "USD"));
    if (posting.length > 1) {
      return request.inPeriod(new PeriodName(posting[1]));
    }
    return word.endsWith("~") ? request.takingAtMost() : request;
  }

  /** A statement of a span, whose ends are so long after the beginning; or a page of it. */
  private static String statement(TwoPhase host, List<String> words) {
    StatementAnswer answer =
        host.statements().of(accountId(words.get(0)), moment(words, 1), moment(words, 2));
    return words.size() == 5
        ? words(
            ((StatementAnswer.Found) answer)
                .statement()
                .page(Integer.parseInt(words.get(3)), Integer.parseInt(words.get(4))))
        : words(answer);
  }

  private static String words(StatementAnswer answer) {
    return answer instanceof StatementAnswer.Found found
        ? words(found.statement())
        : Step.text(answer);
  }

  private static Optional<Instant> moment(List<String> words, int at) {
    return words.size() <= at || words.get(at).equals("-")
        ? Optional.empty()
        : Optional.of(BEGUN.plus(Duration.parse(words.get(at))));
  }

  private static String words(Statement statement) {
    return "from %s%s opens %s: %s: closes %s %s, %d holds of %s and %s"
        .formatted(
            statement.from().map(Instant::toString).orElse("the first"),
            statement.until().map(end -> " to " + end).orElse(""),
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

  /** Transactions in the words of {@link BodyWords}, in one call. */
  private static String many(TwoPhase host, Order order, String[] bodies) {
    List<TransactionRequest> all =
        Stream.of(bodies).map(BodyWords::body).map(TransactionRequest::again).toList();
    return host.transfers().transferAll(all, order).stream()
        .map(Books::word)
        .distinct()
        .collect(joining(", "));
  }

  /** Runs a transaction, or authorizes it, if it is under terms. */
  private static String run(TwoPhase host, NewTransaction body) {
    TransactionRequest request = TransactionRequest.again(body);
    return body.authorization()
        .map(under -> Step.text(host.authorizations().authorize(request, under)))
        .orElseGet(() -> Books.word(host.run(request)));
  }

  /** Finds transactions of a reference, or of a key and its value, in a state if one is said. */
  private static String latest(TwoPhase host, Optional<String> state, String label) {
    Labels labels =
        BodyWords.body("any / " + (label.contains("=") ? "key " : "ref ") + label).labels();
    return host
        .transactions()
        .latest(RecordQuery.latest(state.map(State::valueOf), Optional.empty(), labels, 10))
        .stream()
        .map(found -> ((TransactionLookup.Found) found).record().id().value())
        .sorted()
        .collect(joining(", "));
  }

  /** A transaction on a document, which may be a posting too. */
  private static TransactionRequest posting(String word) {
    String[] posting = word.split("@", -1);
    return TwoPhase.transaction(posting[0])
        .insert(TwoPhase.document("entries", posting[0]), Map.of("cents", 1))
        .inPeriod(new PeriodName(posting[1]));
  }

  private static String period(Periods periods, List<String> words) {
    PeriodName name = new PeriodName(words.get(1));
    String why = String.join(" ", words.subList(2, words.size()));
    return switch (words.get(0)) {
      case "open" -> words(periods.open(name, why));
      case "close" -> words(periods.close(name, why));
      case "reopen" -> words(periods.reopen(name, why));
      case "find" -> Step.text(periods.find(name));
      case "after" ->
          periods.page(Optional.of(name)).stream().map(Step::text).collect(joining(", "));
      default -> throw new IllegalArgumentException(words.get(0));
    };
  }

  private static String words(PeriodOutcome outcome) {
    return outcome.fold(
        changed -> (changed.before() ? "before " : "now ") + changed.period().state(),
        waits -> "waits for " + waits.undecided() + ", " + waits.period().state(),
        refused -> refused.reason().kind(),
        unknown -> "unknown");
  }

  /** The outcome in a word; of as much as there was, also how much. */
  private static String words(TransactionOutcome outcome) {
    boolean isOfAtMost =
        outcome instanceof TransactionOutcome.Applied applied && applied.moved().isPresent();
    return Books.word(outcome) + (isOfAtMost ? " " + outcome.orElseThrow().moved().get() : "");
  }

  private static List<TransferRequest> all(List<String> words) {
    return words.stream().map(DoorSteps::asked).toList();
  }

  /** The transaction of {@link #asked}. */
  public static NewTransaction body(String word) {
    return asked(word).transaction().get();
  }

  private static String body(Transaction there) {
    return there.body().note().orElse("")
        + there.body().reverses().map(id -> ", reverses " + id).orElse("")
        + there.body().labels().reference().map(of -> ", of " + of).orElse("")
        + there.body().labels().metadata().toString().replace("{}", "");
  }

  /** Such as {@code A:100}, {@code A:100:EUR}, or {@code A:100:USD:100} with a ceiling. */
  private static Opening opening(String word) {
    String[] parts = word.split(":", -1);
    Money balance = money(parts[1], parts.length > 2 ? parts[2] : "USD");
    return parts.length < 4
        ? Opening.of(accountId(parts[0]), balance).get()
        : new Opening(
            accountId(parts[0]),
            balance,
            money("0", parts[2]),
            money(parts[3], parts[2]),
            Direction.CREDIT);
  }

  private static Money money(String minor, String currency) {
    return new Money(Long.parseLong(minor), Currency.getInstance(currency));
  }

  private static String account(Store store, String id) {
    Account account = Books.account(store, id);
    return "%d, %d available, %d holds"
        .formatted(account.balance().minor(), account.available().minor(), account.holds().size());
  }

  /** The outcome, what differs if the id was used, and the first that cannot happen. */
  private static String together(TwoPhase host, TransactionId id, List<TransferRequest> transfers) {
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

  private String previewed(TwoPhase host, List<TransferRequest> transfers) {
    return preview(host).ask(transfers).stream()
        .map(
            outcome ->
                outcome.<String>fold(
                    applied -> applied.already() ? "done" : "would apply",
                    refused -> (refused.already() ? "was " : "would be ") + refused.reason().kind(),
                    notKnown -> "not known"))
        .collect(joining(", "));
  }

  /** For a week; if any words follow, one of Ann and Bob must approve. */
  private static AuthorizationTerms terms(List<String> words) {
    List<ApproverName> approvers = List.of(new ApproverName("Ann"), new ApproverName("Bob"));
    return words.size() == 1
        ? new AuthorizationTerms(Duration.ofDays(7))
        : new AuthorizationTerms(Duration.ofDays(7), Optional.of(new ApprovalRule(1, approvers)));
  }

  /** All of it, so many cents, or of each account so many. */
  static CaptureOutcome captured(TwoPhase host, List<String> words) {
    TransactionId id = transactionId(words.get(0));
    if (words.size() == 1) {
      return host.authorizations().capture(id);
    }
    if (!words.get(1).contains(":")) {
      return host.authorizations().captureInPart(id, cents(Long.parseLong(words.get(1))));
    }
    Map<AccountId, Money> each = new HashMap<>();
    for (String one : words.subList(1, words.size())) {
      each.put(opening(one).id(), opening(one).balance());
    }
    return host.authorizations().captureInPart(id, each);
  }
}
