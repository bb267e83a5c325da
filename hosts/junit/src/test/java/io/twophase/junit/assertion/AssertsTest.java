package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Texts;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The assertions of {@code asserts.txt}. A line names a subject, what a bank answers to a request,
 * and the assertions that hold for it; or an assertion that fails, and its message. A has 100.00
 * USD, and B nothing.
 */
class AssertsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final TransactionId T = transactionId("t");
  private static final Duration DAY = Duration.ofDays(1);

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

  private static final List<String> PACKAGES =
      List.of("io.twophase.domain.transaction.", "io.twophase.domain.authorization.");

  @AutoClose
  private final TwoPhase twophase =
      TwoPhase.over(InMemoryStore.create(Clock.fixed(NOW, ZoneOffset.UTC))).build();

  private Object last = this;

  AssertsTest() {
    twophase.accounts().open(account("A"), money("100.00", "USD"));
    twophase.accounts().open(account("B"), money("0.00", "USD"));
  }

  static Stream<String> scenes() {
    return Stream.of(Texts.beside(AssertsTest.class, "asserts.txt").split("(?m)^## ", -1)).skip(1);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void eachHoldsOrSaysWhatIsThere(String scene) {
    scene.lines().skip(1).filter(line -> !line.isBlank()).forEach(this::check);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "account A: hasBalance 99.00",
        "account A: hasBalance 99.00; isFrozen -> to be frozen",
        "account A: isActive -> to be active",
        "transfer t 1.00: isApplied; isRefused",
      })
  void aLineThatIsNotSoIsFound(String line) {
    assertThatThrownBy(() -> check(line)).isInstanceOf(AssertionError.class);
  }

  private void check(String line) {
    String[] sides = line.split(" -> ", 2);
    String[] parts = sides[0].split(": ", 2);
    last = parts[0].equals("last") ? last : subject(List.of(parts[0].split(" ", -1)));
    String[] assertions = parts.length == 1 ? new String[0] : parts[1].split("; ", -1);
    @Nullable Throwable failure = catchThrowable(() -> makeAll(assertions));
    if (sides.length == 1) {
      assertThat(failure).as(line).isNull();
    } else {
      assertThat(failure)
          .as(line)
          .isInstanceOf(
              sides[1].startsWith("IllegalArgument")
                  ? IllegalArgumentException.class
                  : AssertionError.class);
      assertThat(failure.toString()).contains(sides[1].replace(" / ", System.lineSeparator()));
    }
  }

  private void makeAll(String[] assertions) throws Throwable {
    Method entry =
        Stream.of(TwoPhaseAssertions.class.getMethods())
            .filter(each -> each.getName().startsWith("assertThat"))
            // methods come in any order, and some of AssertJ's take nothing
            .filter(each -> each.getParameterCount() == 1)
            .filter(each -> each.getParameterTypes()[0].isInstance(last))
            .findFirst()
            .orElseThrow();
    Object subject = call(entry, null, last);
    for (String assertion : assertions) {
      List<String> words = List.of(assertion.split(" ", -1));
      boolean isOfClass = assertion.contains("@");
      Method method =
          Stream.of(subject.getClass().getMethods())
              .filter(each -> each.getName().equals(words.get(0)) && !each.isBridge())
              .filter(each -> List.of(each.getParameterTypes()).contains(Class.class) == isOfClass)
              .findFirst()
              .orElseThrow();
      subject = call(method, subject, arguments(method, words.subList(1, words.size())));
    }
  }

  private static Object call(Method method, @Nullable Object on, Object... arguments)
      throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  private static Object[] arguments(Method method, List<String> words) {
    Class<?>[] types = method.getParameterTypes();
    if (method.isVarArgs()) {
      return new Object[] {
        words.stream().map(word -> word.replace("''", "")).toArray(String[]::new)
      };
    }
    Object[] arguments = new Object[types.length];
    for (int at = 0; at < types.length; at++) {
      arguments[at] = argument(types[at], words.get(at));
    }
    return arguments;
  }

  private static Object argument(Class<?> type, String word) {
    return switch (type.getSimpleName()) {
      case "int" -> Integer.parseInt(word);
      case "Instant" -> Instant.parse(word);
      case "State" -> State.valueOf(word);
      case "Kind" -> Finding.Kind.valueOf(word);
      case "Class" ->
          PACKAGES.stream()
              .flatMap(each -> named(each + word.substring(1)))
              .findFirst()
              .orElseThrow();
      default -> word;
    };
  }

  private static Stream<Class<?>> named(String name) {
    try {
      return Stream.of(Class.forName(name));
    } catch (ClassNotFoundException elsewhere) {
      return Stream.empty();
    }
  }

  private Object subject(List<String> words) {
    String first = words.size() > 1 ? words.get(1) : "";
    List<String> rest = words.subList(Math.min(2, words.size()), words.size());
    return switch (words.get(0)) {
      case "given" -> GIVEN.get(first);
      case "account" -> twophase.accounts().find(account(first));
      case "transaction" -> twophase.transactions().find(transactionId(first));
      case "transfer" -> twophase.transfers().transfer(request(first, rest.get(0)));
      case "most" -> twophase.transfers().transfer(request(first, rest.get(0)).takingAtMost());
      case "back" ->
          twophase.transfers().transfer(TwoPhase.transfer(first, "B", "A", usd(rest.get(0))));
      case "enqueue" -> twophase.transfers().enqueue(request(first, rest.get(0)));
      case "recover" -> {
        twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
        yield twophase;
      }
      case "insert" ->
          twophase.run(transaction(first).insert(document("orders", "7"), Map.of("status", "new")));
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
      case "audit" -> twophase.audit().run();
      default -> twophase.accounts().change(account(first), StatusChange.valueOf(words.get(0)));
    };
  }

  private AuthorizeOutcome authorize(TransferRequest request, List<String> approvers) {
    Optional<ApprovalRule> rule =
        Optional.of(approvers.stream().map(ApproverName::new).toList())
            .filter(names -> !names.isEmpty())
            .map(names -> new ApprovalRule(names.size(), names));
    return twophase.authorizations().authorize(request, new AuthorizationTerms(DAY, rule));
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

  @Test
  void softAssertionsReportAllThatFail() {
    TwoPhaseSoftAssertions softly = new TwoPhaseSoftAssertions();
    softly.assertThat(twophase.transfers().transfer(request("t", "30.00"))).isRefused();
    softly
        .assertThat(twophase.accounts().find(account("A")))
        .hasBalance("70.00")
        .hasAvailable("1.00")
        .isFrozen();
    softly.assertThat(twophase.transactions().find(T)).isCanceled();
    softly.assertThat(twophase.audit().run()).isClean();

    assertThat(softly.errorsCollected()).hasSize(4);
    assertThatThrownBy(softly::assertAll)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("to be canceled" + System.lineSeparator() + "but it is done");
  }

  @Test
  void aDescriptionComesFirstAndNoOutcomeAtAllFails() {
    TransactionOutcome unknown = new TransactionOutcome.Unknown(T, "no answer to a hold");

    assertThatThrownBy(() -> assertThat(unknown).as("the second payment").isApplied())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("[the second payment] ");
    assertThatThrownBy(() -> assertThat((TransactionOutcome) null).isApplied())
        .isInstanceOf(AssertionError.class);
  }
}
