package io.twophase.cli.account;

import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.run.DocumentArguments;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Views;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.Records;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows documents that take part in transactions. */
@Command(
    name = "doc",
    addMethodSubcommands = false,
    description = "Show a document: as decided, as stored, and what holds it.")
public final class DocCommand extends SessionCommand {

  @Command(
      name = "show",
      description = "Show a document: as decided, as stored, and what holds it.")
  int show(
      @Parameters(paramLabel = "COLLECTION", description = "in the store's database")
          String collection,
      @Parameters(
              paramLabel = "ID",
              description = "text, or in braces Extended JSON: '{\"$$numberInt\": \"7\"}'")
          String id,
      @CommandLine.Option(
              names = "--database",
              paramLabel = "NAME",
              description = "in another database of the same server")
          @Nullable String database) {
    DocumentRef document = DocumentArguments.ref(collection, id, Option.of(database));
    return withStore(session -> show(session, document, DocumentArguments.lookalike(id)));
  }

  private int show(Session session, DocumentRef document, Option<String> lookalike) {
    // as stored first: what is decided of it is seen in what is read later
    Sight seen = session.store().holds().find(List.of(new Target.OfDocument(document))).get(0);
    for (String fault : seen.fault()) {
      throw CommandFailure.refused(Views.unreadable("document", document, fault));
    }
    Option<Document> stored =
        seen.stored().map(one -> one.fold(account -> shown(document, account), other -> other));
    DocumentView view =
        new DocumentView(
            document,
            stored,
            stored.map(one -> holders(session, one)).getOrElse(List.of()),
            session.twoPhase().documents().read(document));
    done(view.json(), view.text());
    view.decided().swap().forEach(reason -> note(reason.message()));
    if (!view.isThere()) {
      String other = lookalike.map("; its ID is text: is it '%s'?"::formatted).getOrElse("");
      note("there is no document " + document + other);
    }
    return view.isThere() && view.decided().isRight() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /** An account as the document that it is: without its figures, and what is held of them. */
  private static Document shown(DocumentRef ref, Account account) {
    List<Hold> checks =
        account.holds().stream().filter(hold -> hold.mode() != HoldMode.ESCROW).toList();
    return new Document(ref, account.fields(), false, Option.none(), checks, HashMap.empty());
  }

  /** The holds of the document, each with its record, if that is in this home. */
  private static List<Holder> holders(Session session, Document stored) {
    return stored.holds().stream()
        .map(
            hold ->
                new Holder(
                    hold,
                    Option.when(
                        hold.home().equals(session.store().home()),
                        () -> record(session.store().records(), hold))))
        .toList();
  }

  private static Lookup record(Records records, Hold hold) {
    return hold.member()
        .map(member -> records.findMembers(List.of(member)).get(0))
        .getOrElse(() -> records.find(List.of(hold.record())).get(0));
  }

  /**
   * A hold of a document.
   *
   * @param hold as the document has it
   * @param record what is under the id of its member or its record; none if its home is another
   */
  record Holder(Hold hold, Option<Lookup> record) {}
}
