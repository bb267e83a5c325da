package io.twophase.cli.transaction;

import io.twophase.app.Transactions;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Views;
import io.twophase.domain.BatchId;
import io.twophase.domain.InvalidId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Fate;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows the record of a batch that is one transaction, and where each of its members is by now. */
final class BatchShow {

  private static final String REMOVED = "removed";
  private static final String UNREADABLE = "unreadable";

  private final TransactionRecord record;
  private final List<MemberLine> members;

  private BatchShow(TransactionRecord record, List<MemberLine> members) {
    this.record = record;
    this.members = members;
  }

  /**
   * A member, as it is read from its own document.
   *
   * @param state one that transactions have; or that its document is removed, or cannot be read
   * @param found if it can be read
   * @param isLeftOut whether this batch has left it out, so that its state is not from here
   */
  private record MemberLine(
      TransactionId id, String state, Option<TransactionLookup.Found> found, boolean isLeftOut) {

    static MemberLine of(TransactionRecord batch, TransactionId id, TransactionLookup lookup) {
      boolean isLeftOut = batch.fate(id).contains(Fate.LEFT);
      return lookup.fold(
          found ->
              new MemberLine(
                  id, Views.lower(found.record().state()), Option.some(found), isLeftOut),
          absent -> new MemberLine(id, REMOVED, Option.none(), isLeftOut),
          unreadable -> new MemberLine(id, UNREADABLE, Option.none(), isLeftOut),
          removed -> new MemberLine(id, REMOVED, Option.none(), isLeftOut));
    }

    private Option<Transaction> transaction() {
      return found.map(TransactionLookup.Found::record);
    }

    Map<String, Object> json() {
      return Json.object(
          "id", id.value(),
          "state", state,
          "reason", transaction().flatMap(Transaction::reason).map(Views::reason).getOrNull(),
          "leftOut", isLeftOut,
          "batch", found.flatMap(TransactionLookup.Found::batch).map(BatchId::value).getOrNull());
    }

    String text() {
      List<String> parts = new ArrayList<>(List.of(id.value(), state));
      transaction().flatMap(Transaction::reason).forEach(reason -> parts.add(reason.message()));
      if (isLeftOut) {
        parts.add("left out of this batch");
      }
      return String.join("  ", parts);
    }
  }

  /** Answers {@code tx show} of an id that only a batch may have. */
  static int answer(CommandContext context, Session session, String text) {
    BatchId id =
        BatchId.parse(text)
            .getOrElseThrow((InvalidId invalid) -> CommandFailure.badInput(invalid.message()));
    Lookup seen = session.store().records().find(List.of(new RecordId(id.value()))).get(0);
    seen.fault()
        .forEach(
            fault -> {
              throw CommandFailure.refused("batch " + seen.id() + " cannot be read: " + fault);
            });
    TransactionRecord record =
        seen.record().getOrElseThrow(() -> CommandFailure.refused("there is no batch " + id));
    BatchShow shown = of(record, session.twoPhase().transactions());
    context.answer(shown::json, shown::text);
    return ExitCode.DONE;
  }

  private static BatchShow of(TransactionRecord record, Transactions transactions) {
    List<MemberLine> members = new ArrayList<>(record.members().size());
    List<TransactionLookup> lookups = transactions.find(record.members());
    for (int at = 0; at < lookups.size(); at++) {
      members.add(MemberLine.of(record, record.members().get(at), lookups.get(at)));
    }
    return new BatchShow(record, members);
  }

  private Map<String, Object> json() {
    return Json.object(
        "batch", record.id().value(),
        "state", Views.lower(record.state()),
        "order", order(),
        "epoch", record.epoch().value(),
        "application", application().getOrNull(),
        "owner", process().getOrNull(),
        "reason", record.reason().map(Views::reason).getOrNull(),
        "createdAt", record.createdAt().toString(),
        "lastModified", record.lastModified().toString(),
        "members", members.stream().map(MemberLine::json).toList());
  }

  private String text() {
    Tables table = new Tables("batch", record.id().value());
    table.add("state", Views.lower(record.state()));
    table.add("order", order());
    table.add("epoch", record.epoch().toString());
    application().forEach(name -> table.add("application", name));
    process().forEach(owner -> table.add("owner", owner));
    record.reason().forEach(reason -> table.add("reason", reason.message()));
    table.add("created", record.createdAt().toString());
    table.add("last modified", record.lastModified().toString());
    table.add("members", counts());
    members.forEach(member -> table.add("member", member.text()));
    return table.toString();
  }

  /** How many members there are in each state. */
  private String counts() {
    Map<String, Long> counts =
        members.stream()
            .collect(
                Collectors.groupingBy(
                    MemberLine::state, LinkedHashMap::new, Collectors.counting()));
    return members.size()
        + counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", ", counts.isEmpty() ? "" : ": ", ""));
  }

  private String order() {
    return record.inOrder() ? "file" : "any";
  }

  private Option<String> application() {
    return record.owner().map(owner -> owner.application().value());
  }

  private Option<String> process() {
    return record.owner().flatMap(Owner::process).map(Object::toString);
  }
}
