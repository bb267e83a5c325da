package io.twophase.app.refusal;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.app.refusal.Bank.transfer;
import static io.twophase.app.testing.Patiently.await;

import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.recovery.RecoveryRequest.Policy;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How each refusal of authorizations and of changes of status is produced. */
final class OtherRefusals {

  private static final TransactionId ID = transactionId("t");
  private static final TransferRequest TEN = transfer("t", "A", "B", "10.00");

  private OtherRefusals() {}

  static Map<String, Function<Bank, String>> ofAuthorizations() {
    Map<String, Function<Bank, String>> all = new LinkedHashMap<>();
    all.put("NotFound", bank -> captured(bank));
    all.put(
        "RecordRemoved",
        bank -> {
          door(bank.holding(TEN)).capture(ID);
          return captured(bank.leavingReceipts());
        });
    all.put(
        "NotAnAuthorization",
        bank -> {
          bank.refusalOf(TEN);
          return captured(bank);
        });
    all.put("NotYetAuthorized", bank -> captured(bank.authorizationBegun(TEN)));
    all.put(
        "AlreadyCaptured",
        bank -> {
          door(bank.holding(TEN)).capture(ID);
          return answer(door(bank).captureInPart(ID, money("1.00", "USD")));
        });
    all.put(
        "Voided",
        bank -> {
          door(bank.holding(TEN)).voidAuthorization(ID, "");
          return captured(bank);
        });
    all.put("Expired", OtherRefusals::expired);
    all.put(
        "NeverAuthorized", bank -> captured(bank.holding(transfer("t", "A", "nobody", "1.00"))));
    all.put(
        "NoSuchApprover",
        bank ->
            door(bank.holding(TEN))
                .approve(ID, new ApproverName("Ann"))
                .fold(
                    approved -> "approved",
                    refused -> refused.reason().kind(),
                    unknown -> "unknown"));
    all.put("NotApproved", OtherRefusals::notApproved);
    all.put(
        "NoMoneyHeld",
        bank ->
            answer(
                door(bank.holding(transaction("t").insert(document("orders", 1), Map.of())))
                    .captureInPart(ID, money("1.00", "USD"))));
    all.put("AccountNotHeld", bank -> inPart(bank.holding(TEN), "euro", "1.00", "EUR"));
    all.put("OtherCurrency", bank -> inPart(bank.holding(TEN), "A", "1.00", "EUR"));
    all.put("NothingToCapture", bank -> inPart(bank.holding(TEN), "A", "0.00", "USD"));
    all.put("MoreThanHeld", bank -> inPart(bank.holding(TEN), "A", "10.01", "USD"));
    all.put("UnbalancedCapture", bank -> inPart(bank.holding(TEN), "A", "1.00", "USD"));
    return all;
  }

  static Map<String, Function<Bank, String>> ofStatus() {
    Map<String, Function<Bank, String>> all = new LinkedHashMap<>();
    all.put("NotFound", bank -> changed(bank, "nobody", StatusChange.CLOSE));
    all.put("Closed", bank -> changed(bank, "closed", StatusChange.FREEZE));
    all.put("NotEmpty", bank -> changed(bank, "A", StatusChange.CLOSE));
    all.put("HasHolds", bank -> changed(bank.holding(TEN), "B", StatusChange.CLOSE));
    all.put(
        "Busy",
        bank ->
            changed(
                bank.holding(transaction("t").check(document("accounts", "B"))),
                "B",
                StatusChange.FREEZE));
    return all;
  }

  private static Authorizations door(Bank bank) {
    return bank.twophase().authorizations();
  }

  private static String captured(Bank bank) {
    return answer(door(bank).capture(ID));
  }

  private static String inPart(Bank bank, String account, String amount, String currency) {
    return answer(door(bank).captureInPart(ID, Map.of(account(account), money(amount, currency))));
  }

  private static String answer(CaptureOutcome outcome) {
    return outcome.fold(
        captured -> "captured", refused -> refused.reason().kind(), unknown -> "unknown");
  }

  private static String expired(Bank bank) {
    door(bank).authorize(TEN, new AuthorizationTerms(Duration.ofMillis(1)));
    await().until(() -> door(bank).overdue(1).size() == 1);
    return captured(bank.recovering(Policy.RESUME));
  }

  private static String notApproved(Bank bank) {
    ApprovalRule rule = new ApprovalRule(1, List.of(new ApproverName("Ann")));
    door(bank).authorize(TEN, new AuthorizationTerms(Duration.ofDays(1), Optional.of(rule)));
    return captured(bank);
  }

  private static String changed(Bank bank, String account, StatusChange change) {
    return bank.twophase()
        .accounts()
        .change(account(account), change)
        .fold(changed -> "changed", refused -> refused.reason().kind(), inDoubt -> "in doubt");
  }
}
