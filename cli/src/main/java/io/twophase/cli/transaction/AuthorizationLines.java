package io.twophase.cli.transaction;

import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.Transaction;
import java.util.List;

/** What is shown of an authorization beside what is shown of any transaction. */
final class AuthorizationLines {

  private AuthorizationLines() {}

  static void add(Transaction record, Tables table) {
    record.expiresAt().forEach(at -> table.add("expires", at.toString()));
    record
        .body()
        .authorization()
        .flatMap(terms -> terms.approvals())
        .forEach(rule -> table.add("approvals", approvals(rule, record)));
    if (!record.progress().captured().isInFull()) {
      record.capturedOperations().forEach(operation -> addCaptured(operation, table));
    }
  }

  /** How much of an operation is captured. */
  static void addCaptured(AccountOperation captured, Tables table) {
    table.add(
        "captured",
        Views.lower(captured.direction())
            + " "
            + captured.amount()
            + "  account "
            + captured.account());
  }

  private static String approvals(ApprovalRule rule, Transaction record) {
    List<ApproverName> given = record.progress().approvals();
    return given.size()
        + " of "
        + rule.required()
        + (given.isEmpty() ? "" : ", by " + ApproverName.list(given))
        + "; asked: "
        + ApproverName.list(rule.named());
  }
}
