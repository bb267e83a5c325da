package io.twophase.cli.transaction;

import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.console.view.OperationViews;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Transactions, and batches that are one transaction, for people. */
final class TxViews {

  private static final int WIDEST = 100;

  private TxViews() {}

  /**
   * A transaction with all that is known of it.
   *
   * @param json the same for machines
   */
  static String text(TransactionLookup.Found found, Map<String, Object> json) {
    Transaction record = found.record();
    Tables table =
        new Tables("transaction", record.id().value())
            .fields(json, "state", "batch", "epoch", "application");
    for (Operation operation : record.operations()) {
      operation.<Tables>foldTarget(
          account ->
              table.field(
                  Json.lower(account.direction()),
                  "%s%s  account %s"
                      .formatted(
                          account.isAtMost() ? "at most " : "",
                          account.amount(),
                          account.account())),
          document -> table.field(document.kind(), line(document)));
    }
    table.fields(json, "expiresAt");
    table.field(
        "approvals",
        record
            .body()
            .authorization()
            .flatMap(AuthorizationTerms::approvals)
            .map(rule -> approvals(rule, record.progress().approvals())));
    if (!record.progress().captured().isInFull()) {
      record.capturedOperations().forEach(operation -> table.add("captured", moved(operation)));
    }
    table.field("reason", record.reason().map(Reason::message)).fields(json, "reference");
    record
        .body()
        .labels()
        .metadata()
        .forEach((key, value) -> table.add("metadata", key + "=" + value));
    table
        .fields(json, "note")
        .field(
            "import",
            record
                .body()
                .importedRow()
                .map(row -> "row " + row.row() + " of the file " + row.file()))
        .fields(json, "owner", "reverses", "reversedBy", "createdAt", "lastModified");
    appendFunction(table, json);
    for (HistoryEntry entry : record.history()) {
      String by = entry.application().map(name -> "  " + name).orElse("");
      table.add(
          "history",
          "%s  %s  epoch %s%s".formatted(entry.at(), Json.lower(entry.state()), entry.epoch(), by));
    }
    return table.toString();
  }

  /** An operation on a document, on one line, behind its kind. */
  private static String line(DocumentOperation operation) {
    Map<String, Object> all = OperationViews.of(operation, Redactor.NONE);
    all.keySet().removeAll(List.of(operation.kind(), "cluster", "database", "id"));
    return Lines.cut(
        "document " + operation.document() + (all.isEmpty() ? "" : "  " + Json.line(all)));
  }

  private static String approvals(ApprovalRule rule, List<ApproverName> given) {
    String by = given.isEmpty() ? "" : ", by " + ApproverName.list(given);
    return "%s of %s%s; asked: %s"
        .formatted(given.size(), rule.required(), by, ApproverName.list(rule.named()));
  }

  /** Returns how much of an operation is captured. */
  static String moved(AccountOperation captured) {
    return "%s %s  account %s"
        .formatted(Json.lower(captured.direction()), captured.amount(), captured.account());
  }

  /** The receipt of a transaction whose record was removed. */
  static String text(Receipt receipt, Map<String, Object> json) {
    Tables table =
        new Tables(
                "transaction " + receipt.id(), json.get("state") + ", and its record was removed")
            .field("reason", receipt.reason().map(Reason::message))
            .fields(json, "finishedAt", "digest");
    appendFunction(table, json);
    return table.toString();
  }

  /** A transaction in a line each. */
  static String table(List<Transaction> records, boolean overdue) {
    Tables table =
        new Tables(
            "ID", "STATE", "AMOUNT", "OPERATIONS", "CREATED", overdue ? "EXPIRED" : "REASON");
    for (Transaction record : records) {
      String summary = Views.summary(record);
      table.add(
          record.id().value(),
          Json.lower(record.state()),
          Views.amountsText(record.capturedOperations()),
          // a line of many operations, as far as a person reads in a table
          summary.length() <= WIDEST ? summary : summary.substring(0, WIDEST - 1) + "…",
          record.createdAt().toString(),
          overdue
              ? record.expiresAt().map(Object::toString).orElse("")
              : record.reason().map(Reason::kind).orElse(""));
    }
    return table.toString();
  }

  /** The record of a batch, and where each of its members is by now. */
  static String text(
      TransactionRecord record, Map<String, Object> json, List<Map<String, Object>> members) {
    Map<Object, Long> counts =
        members.stream()
            .collect(
                Collectors.groupingBy(
                    member -> member.getOrDefault("state", ""),
                    LinkedHashMap::new,
                    Collectors.counting()));
    String states =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", ", counts.isEmpty() ? "" : ": ", ""));
    Tables table =
        new Tables("batch", record.id().value())
            .fields(json, "state", "order", "epoch", "application", "owner")
            .field("reason", record.reason().map(Reason::message))
            .fields(json, "createdAt", "lastModified")
            .field("members", members.size() + states);
    members.forEach(member -> table.add("member", text(member)));
    return table.toString();
  }

  static String text(Map<?, ?> member) {
    List<Object> parts = new ArrayList<>();
    parts.add(member.get("id"));
    parts.add(member.get("state"));
    if (member.get("reason") instanceof Map<?, ?> reason) {
      parts.add(reason.get("message"));
    }
    if (Boolean.TRUE.equals(member.get("leftOut"))) {
      parts.add("left out of this batch");
    }
    return parts.stream().map(String::valueOf).collect(Collectors.joining("  "));
  }

  /** Appends the rows of a function for people, if what is shown is an attempt of one. */
  private static void appendFunction(Tables table, Map<String, Object> json) {
    if (json.get("function") instanceof Map<?, ?> function) {
      table
          .field("function", function.get("id") + ", attempt " + function.get("attempt"))
          .field("returned", Optional.ofNullable(function.get("returned")).map(Json::line));
      if (function.get("attempts") instanceof List<?> attempts) {
        attempts.forEach(attempt -> table.add("attempt", text((Map<?, ?>) attempt)));
      }
    }
  }
}
