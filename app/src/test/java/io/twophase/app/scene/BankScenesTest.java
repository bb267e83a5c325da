package io.twophase.app.scene;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.event.Consumed;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.Periods;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.Scenes;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What events, evidence, retention and receipts do to a bank, in scenes. A transfer moves a dollar
 * from A to B, or a thousand, which A has not, if its id says that it is dear. What has ended is
 * kept for a day.
 */
@Timeout(60)
class BankScenesTest extends OneBank {

  private TreeHead head = TreeHead.EMPTY;
  private Preview preview = host.preview();

  static Stream<Scenes.Scene> scenes() {
    return Stream.of("events.txt", "evidence.txt", "retention.txt", "answers.txt", "periods.txt")
        .flatMap(Scenes::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    List<String> words = List.of(step.split(" "));
    String[] rest = words.subList(1, words.size()).toArray(String[]::new);
    String first = rest.length == 0 ? "" : rest[0];
    return switch (words.get(0)) {
      case "keep" -> kept(rest);
      case "wait" -> done(() -> now = now.plus(Duration.parse(first)));
      case "open" -> done(() -> store.accounts().open(List.of(opening(first))));
      case "freeze" -> done(() -> host.accounts().change(accountId(first), StatusChange.FREEZE));
      case "account" -> account(first);
      case "transfer" -> each(rest, one -> Books.word(host.transfers().transfer(asked(one))));
      case "batch" ->
          host.transfers().transferAll(all(rest), Order.AS_GIVEN).stream()
              .map(Books::word)
              .collect(joining(", "));
      case "together" -> together(transactionId(first), all(tail(rest)));
      case "enqueue" -> each(rest, one -> Scenes.text(host.transfers().enqueue(asked(one))));
      case "told" ->
          done(() -> preview.open(Stream.of(rest).map(BankScenesTest::opening).toList()));
      case "preview" -> previewed(all(rest));
      case "find" -> each(rest, this::found);
      case "look" ->
          host.events().read(EventPosition.START, Integer.parseInt(first)).events().stream()
              .map(event -> words(event.transaction()))
              .collect(joining(", "));
      case "balance" -> Long.toString(balance(first));
      case "events" ->
          onOrOff(first, host.events()::areOn, host.events()::turnOn, host.events()::turnOff);
      case "evidence" ->
          onOrOff(first, host.evidence()::isOn, host.evidence()::turnOn, host.evidence()::turnOff);
      case "consumers" -> consumers();
      case "forget" -> String.valueOf(host.events().forget(new ConsumerName(first)));
      case "number" -> host.events().number().toString();
      case "numbers" -> numbers();
      case "ended" -> ended();
      case "trimmed" -> Long.toString(store.events().trimmed());
      case "give" -> done(() -> store.events().give(Long.parseLong(first), records(rest)));
      case "confirm" -> done(() -> store.events().confirm(Long.parseLong(first)));
      case "bury" -> each(rest, this::bury);
      case "remove" -> each(rest, id -> store.records().remove(List.of(removal(id))).toString());
      case "begin" -> done(() -> writes().begin(body(first)));
      case "hold" -> Integer.toString(writes().hold(body(first), 1).size());
      case "decide" -> done(() -> writes().decide(first, 1));
      case "body" -> body(lookup(first).transaction().orElseThrow());
      case "state" -> lookup(first).transaction().orElseThrow().state().toString();
      case "grow" -> words(host.evidence().grow());
      case "head" -> done(() -> head = host.evidence().head());
      case "grown" -> String.valueOf(isGrown());
      case "replace" -> each(rest, this::replaced);
      case "size" -> Long.toString(host.evidence().head().size());
      case "prove" -> each(rest, this::proof);
      case "audit" -> audit(first);
      case "retention" -> retention(rest);
      case "scrub" -> Integer.toString(Books.scrub(host).size());
      case "recover" -> Books.recover(host).toString();
      case "renumber" -> done(host.recovery()::numberEvents);
      case "cancel" -> Scenes.text(host.compensation().cancel(transactionId(first), why(rest)));
      case "reverse" -> Scenes.text(host.compensation().reverse(transactionId(first), why(rest)));
      case "authorize" -> Scenes.text(host.authorizations().authorize(asked(first), terms(rest)));
      case "capture" -> Scenes.text(captured(rest));
      case "approve" ->
          Scenes.text(
              host.authorizations().approve(transactionId(first), new ApproverName(rest[1])));
      case "void" ->
          Scenes.text(host.authorizations().voidAuthorization(transactionId(first), why(rest)));
      case "post" -> Books.word(host.run(posting(first)));
      case "period" -> period(host.periods(), rest);
      case "hastily" -> hastily(rest);
      case "overdue" -> Integer.toString(host.authorizations().overdue(10).size());
      default -> consumed(words);
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
    String[] posting = word.split("@");
    String[] parts = posting[0].replace("~", "").split("[=>:]");
    TransferRequest request =
        parts.length == 1
            ? request(parts[0])
            : Books.request(parts[0], parts[1], parts[2], Long.parseLong(parts[3]));
    if (posting.length > 1) {
      return request.inPeriod(new PeriodName(posting[1]));
    }
    return word.endsWith("~") ? request.takingAtMost() : request;
  }

  /** A transaction on a document, which may be a posting too. */
  private static TransactionRequest posting(String word) {
    String[] posting = word.split("@");
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

  private static List<TransferRequest> all(String[] words) {
    return Stream.of(words).map(BankScenesTest::asked).toList();
  }

  private static NewTransaction body(String word) {
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
    String[] parts = word.split(":");
    return Fixtures.account(parts[0]).opening(cents(Long.parseLong(parts[1])));
  }

  private String account(String id) {
    Account account = Books.account(store, id);
    return "%d, %d available, %d holds"
        .formatted(account.balance().minor(), account.available().minor(), account.holds().size());
  }

  private String together(TransactionId id, List<TransferRequest> transfers) {
    AllOrNothingOutcome outcome = host.transfers().allOrNothing(id, transfers);
    return Books.word(outcome.outcome()) + outcome.firstRefused().map(at -> " at " + at).orElse("");
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

  private String found(String id) {
    TransactionLookup found = find(id);
    boolean isMember = found instanceof TransactionLookup.Found there && there.batch().isPresent();
    return found.getClass().getSimpleName() + (isMember ? " in a batch" : "");
  }

  private static String[] tail(String[] words) {
    return List.of(words).subList(1, words.length).toArray(String[]::new);
  }

  private static String done(Runnable step) {
    step.run();
    return "";
  }

  private static String each(String[] ids, Function<String, String> of) {
    return Stream.of(ids).map(of).collect(joining(", "));
  }

  private String kept(String[] how) {
    Optional<ReceiptPeriod> receipts =
        how.length > 1
            ? Optional.of(ReceiptPeriod.of(Duration.parse(how[1])))
            : Optional.of(ReceiptPeriod.FOR_EVER).filter(any -> how[0].equals("receipts"));
    use(how[0].equals("all") ? InMemoryStore.create(() -> now) : keeping(receipts));
    return done(() -> preview = host.preview());
  }

  private static String onOrOff(
      String which, BooleanSupplier isOn, Runnable turnOn, Runnable turnOff) {
    return switch (which) {
      case "on" -> done(turnOn);
      case "off" -> done(turnOff);
      default -> isOn.getAsBoolean() ? "on" : "off";
    };
  }

  private static List<RecordId> records(String[] words) {
    return Stream.of(words).skip(1).map(RecordId::new).toList();
  }

  private String bury(String id) {
    return store.records().insert(List.of(NewRecord.tombstone(new RecordId(id)))).toString();
  }

  /** What a consumer reads in one call, and up to where. */
  private String consumed(List<String> words) {
    List<String> read = new ArrayList<>();
    Consumed consumed =
        host.events()
            .consume(
                new ConsumerName(words.get(0)),
                Integer.parseInt(words.get(2)),
                page -> page.forEach(event -> read.add(words(event.transaction()))));
    return (read.isEmpty() ? "nothing" : String.join(", ", read))
        + " up to "
        + ((Consumed.Noted) consumed).position();
  }

  private static String words(TransactionLookup found) {
    return found.fold(
        there -> there.record().id() + " " + there.record().state(),
        absent -> "nothing of " + absent.id(),
        Object::toString,
        removed -> "a receipt of " + removed.receipt().id());
  }

  private String consumers() {
    return host.events().consumers().stream()
        .map(each -> "%s at %s, %d behind".formatted(each.name(), each.position(), each.behind()))
        .collect(joining(", "));
  }

  private String numbers() {
    return store.events().numbered(0).stream()
        .map(NumberedRecord::number)
        .map(String::valueOf)
        .collect(joining(" "));
  }

  private String ended() {
    return store.records().list(RecordQuery.ended(Duration.ZERO, 10)).stream()
        .map(Lookup::id)
        .collect(joining(" "));
  }

  private static String words(Growth growth) {
    return growth.getClass().getSimpleName() + " " + growth.size();
  }

  /** Whether the tree proves the transaction; {@code t@2} asks the tree of size 2. */
  private String proof(String asked) {
    String[] parts = asked.split("@");
    long size = parts.length == 1 ? host.evidence().head().size() : Long.parseLong(parts[1]);
    return (parts.length == 1
            ? host.evidence().proof(transactionId(parts[0]))
            : host.evidence().proof(transactionId(parts[0]), size))
        .fold(
            Object::toString,
            proof -> proof.proves(host.evidence().head(size).get()) ? "proven" : "not proven");
  }

  private boolean isGrown() {
    TreeHead last = host.evidence().head();
    return host.evidence().consistency(head.size(), last.size()).get().proves(head, last);
  }

  /** A member is replaced by its receipt, as a pass does that then dies. */
  private String replaced(String id) {
    Removal removal = removal(id);
    return store
        .records()
        .remove(
            List.of(
                new Removal(removal.going(), Receipt.of(lookup(id).transaction().orElseThrow()))))
        .toString();
  }

  private String audit(String how) {
    return (how.equals("against") ? host.audit().runAgainst(head) : host.audit().run())
        .findings().stream()
            .map(found -> found.kind() + " " + (how.equals("words") ? found.detail() : found.id()))
            .collect(joining(", "));
  }

  /** A pass of retention; of one that holds back some, nothing else is asked. */
  private String retention(String[] holding) {
    Retention pass =
        new Retention(store, List.of(page -> Set.of(), page -> ids(holding)), new Trimming(store));
    Retention.Removed removed = holding.length == 0 ? host.retention().pass() : pass.pass();
    return "%d transactions, %d records, %d receipts"
        .formatted(removed.transactions(), removed.batches(), removed.receipts());
  }
}
