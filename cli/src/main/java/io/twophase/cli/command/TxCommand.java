package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.Transactions;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.console.view.Json;
import io.twophase.console.view.OperationViews;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.TransactionViews;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows transactions. */
@Command(name = "tx", addMethodSubcommands = false)
public final class TxCommand extends SessionCommand {

  private static final int WIDEST = 99;

  @Command(name = "show")
  int show(
      @Parameters(paramLabel = "ID") String id,
      @CommandLine.Option(names = "--latest") boolean latest) {
    if (id.startsWith(TransactionId.BATCH_PREFIX)) {
      CommandFailure.badInputIf(
          latest, "--latest is of a transaction, and " + Lines.value(id) + " names a batch");
      return withStore(session -> show(session, Arguments.parsed(RecordId.parseBatch(id))));
    }
    TransactionId transaction = Arguments.transactionId(id);
    return withStore(
        session -> {
          Transactions transactions = session.twoPhase().transactions();
          TransactionLookup lookup =
              latest ? transactions.findLatest(transaction) : transactions.find(transaction);
          TransactionViews views = new TransactionViews(transactions, Redactor.NONE);
          return lookup.<Integer>fold(
              found -> {
                Map<String, Object> json = views.found(found);
                return done(json, text(found.record(), json));
              },
              absent -> refuse("NoSuchTransaction", "there is no transaction " + id),
              fault -> refuse(unreadable(fault)),
              removed -> {
                Map<String, Object> json = views.removed(removed);
                return done(json, text(removed.receipt(), json));
              });
        });
  }

  private int show(Session session, RecordId id) {
    Lookup seen = session.store().records().find(List.of(id)).get(0);
    seen.fault().ifPresent(fault -> refuse(Views.unreadable("batch", seen.id(), fault)));
    TransactionRecord record = seen.record().orElseGet(() -> refuse("there is no batch " + id));
    List<Map<String, Object>> members = new ArrayList<>();
    for (TransactionLookup lookup : session.twoPhase().transactions().find(record.members())) {
      TransactionId member = record.members().get(members.size());
      members.add(Views.member(record, member, lookup, Redactor.NONE));
    }
    Map<String, Object> json = Views.batch(record, members, Redactor.NONE);
    return done(json, text(record, json, members));
  }

  @Command(name = "list")
  int list(
      @CommandLine.Option(names = "--state", paramLabel = "S") @Nullable String state,
      @CommandLine.Option(names = "--account", paramLabel = "A") @Nullable String account,
      @CommandLine.Option(names = "--limit", paramLabel = "N", defaultValue = "20") int limit,
      @CommandLine.Mixin LabelOptions said,
      @CommandLine.Option(names = "--overdue") boolean overdue) {
    Arguments.requireLimit(limit, RecordQuery.MAX_LIMIT);
    Labels wanted = said.labels();
    CommandFailure.badInputIf(
        overdue && (state != null || account != null || !wanted.isEmpty()),
        "--overdue lists authorizations of any account, whatever is said of them, and no state");
    RecordQuery query =
        RecordQuery.latest(
            Optional.ofNullable(state).map(TxCommand::state),
            Optional.ofNullable(account).map(Arguments::accountId),
            wanted,
            limit);
    return withStore(
        session ->
            list(
                overdue
                    ? session.twoPhase().authorizations().overdue(limit)
                    : session.twoPhase().transactions().latest(query),
                overdue));
  }

  private int list(List<TransactionLookup> lookups, boolean overdue) {
    List<Transaction> found =
        those(TransactionLookup.Found.class, lookups).map(TransactionLookup.Found::record).toList();
    List<TransactionLookup.Unreadable> unreadable =
        those(TransactionLookup.Unreadable.class, lookups).toList();
    Stream<Map<String, Object>> shown =
        found.stream().map(one -> Views.transaction(one, Optional.empty(), Redactor.NONE));
    List<Map<String, Object>> faults =
        Views.unreadable(
            unreadable, TransactionLookup.Unreadable::id, TransactionLookup.Unreadable::fault);
    done(Json.object("transactions", shown.toList(), "unreadable", faults), table(found, overdue));
    return noted(unreadable.stream().map(TxCommand::unreadable).toList());
  }

  private static String unreadable(TransactionLookup.Unreadable transaction) {
    return Views.unreadable("transaction", transaction.id(), transaction.fault());
  }

  private static State state(String text) {
    return Arguments.parsed(
        Stream.of(State.values()).filter(one -> one.name().equalsIgnoreCase(text)).findFirst(),
        "state '%s' is none of initial, pending, authorized, applied, done, canceling, canceled"
            .formatted(Lines.value(text)));
  }

  /**
   * A transaction with all that is known of it.
   *
   * @param json the same for machines
   */
  private static String text(Transaction record, Map<String, Object> json) {
    NewTransaction body = record.body();
    Tables table =
        new Tables("transaction", record.id().value())
            .fields(json, "state", "batch", "epoch", "application");
    for (Operation operation : record.operations()) {
      operation.<Tables>foldTarget(
          account ->
              table.field(
                  Json.lower(account.direction()),
                  (account.isAtMost() ? "at most " : "")
                      + "%s  account %s".formatted(account.amount(), account.account())),
          document -> table.field(document.kind(), line(document)));
    }
    table.fields(json, "expiresAt");
    table.field(
        "approvals",
        body.authorization()
            .flatMap(AuthorizationTerms::approvals)
            .map(rule -> approvals(rule, record.progress().approvals())));
    if (!record.progress().captured().isInFull()) {
      record.capturedOperations().forEach(operation -> table.add("captured", moved(operation)));
    }
    table.field("reason", record.reason().map(Reason::message)).fields(json, "reference");
    body.labels().metadata().forEach((key, value) -> table.add("metadata", key + "=" + value));
    table
        .fields(json, "note")
        .field(
            "import",
            body.importedRow().map(row -> "row %s of the file %s".formatted(row.row(), row.file())))
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
  private static String text(Receipt receipt, Map<String, Object> json) {
    Tables table =
        new Tables(
                "transaction " + receipt.id(), json.get("state") + ", and its record was removed")
            .field("reason", receipt.reason().map(Reason::message))
            .fields(json, "finishedAt", "digest");
    appendFunction(table, json);
    return table.toString();
  }

  /** A transaction in a line each. */
  private static String table(List<Transaction> records, boolean overdue) {
    Tables table =
        new Tables(
            "ID", "STATE", "AMOUNT", "OPERATIONS", "CREATED", overdue ? "EXPIRED" : "REASON");
    for (Transaction record : records) {
      table.add(
          record.id().value(),
          Json.lower(record.state()),
          Views.amountsText(record.capturedOperations()),
          // a line of many operations, as far as a person reads in a table
          Lines.cut(Views.summary(record), WIDEST, ""),
          record.createdAt().toString(),
          overdue
              ? record.expiresAt().map(Object::toString).orElse("")
              : record.reason().map(Reason::kind).orElse(""));
    }
    return table.toString();
  }

  /** The record of a batch, and where each of its members is by now. */
  private static String text(
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

  private static String text(Map<?, ?> member) {
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
