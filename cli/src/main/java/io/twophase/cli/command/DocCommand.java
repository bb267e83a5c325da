package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.imports.DocumentArguments;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.Reason;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows documents that take part in transactions. */
@Command(name = "doc", addMethodSubcommands = false)
public final class DocCommand extends SessionCommand {

  @Command(name = "show")
  int show(
      @Parameters(paramLabel = "COLLECTION") String collection,
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--database", paramLabel = "NAME") Optional<String> database) {
    DocumentRef document = DocumentArguments.ref(collection, id, database);
    return withStore(session -> show(session, document, DocumentArguments.lookalike(id)));
  }

  private int show(Session session, DocumentRef document, Optional<String> lookalike) {
    DocumentView view =
        DocumentView.read(
                session.store(), session.twoPhase().documents(), document, Integer.MAX_VALUE)
            .getOrElseGet(fault -> refuse(Views.unreadable("document", document, fault)));
    Map<String, Object> json = view.json(Redactor.NONE);
    if (view.isThere() && view.decided().isRight()) {
      return done(json, text(view));
    }
    Reason why = view.decided().swap().getOrElse(new DocumentRefusal.NoSuchDocument(document));
    json.put("error", Reused.error(why));
    String other = lookalike.map("; its ID is text: is it '%s'?"::formatted).orElse("");
    return refused(json, text(view), why.message() + (view.isThere() ? "" : other));
  }

  private static String text(DocumentView view) {
    Tables table = new Tables("document", view.ref().toString());
    String reads =
        view.decided()
            .fold(
                reason -> "cannot be told: " + reason.message(),
                there -> view.asDecided(Redactor.NONE).map(Json::line).orElse("no document"));
    table.add("as decided", reads);
    table.add(
        "as stored",
        view.stored()
            .map(stored -> Json.line(ExtendedViews.stored(stored, Redactor.NONE)))
            .orElse("nothing"));
    for (DocumentView.Holder holder : view.holders()) {
      Hold hold = holder.hold();
      table.add(
          "held by",
          "transaction %s, %s  %s  epoch %s%s"
              .formatted(
                  hold.transaction(),
                  holder.state(),
                  Json.lower(hold.mode()),
                  hold.epoch(),
                  recordEpoch(holder)));
    }
    return table.toString();
  }

  /** Returns the epoch of the record. If it is another one, the hold is dead. */
  private static String recordEpoch(DocumentView.Holder holder) {
    return holder
        .record()
        .flatMap(Lookup::record)
        .map(TransactionRecord::epoch)
        .filter(epoch -> !epoch.equals(holder.hold().epoch()))
        .map(epoch -> ", the transaction's is " + epoch)
        .orElse("");
  }
}
