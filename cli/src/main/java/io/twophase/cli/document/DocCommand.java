package io.twophase.cli.document;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.request.DocumentArguments;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows documents that take part in transactions. */
@Command(
    name = "doc",
    mixinStandardHelpOptions = true,
    description = "Show a document: as decided, as stored, and what holds it.")
public final class DocCommand {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public DocCommand(CommandContext context) {
    this.context = context;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
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
          @org.jspecify.annotations.Nullable String database) {
    DocumentRef document = DocumentArguments.ref(collection, id, Option.of(database));
    return context.withStore(session -> show(session, document, DocumentArguments.lookalike(id)));
  }

  private int show(Session session, DocumentRef document, Option<String> lookalike) {
    // as stored first: what is decided of it is seen in what is read later
    Option<Participant> stored =
        session
            .store()
            .documents()
            .find(List.of(document))
            .get(0)
            .fold(
                found -> Option.some(found.document()),
                absent -> Option.none(),
                unreadable -> {
                  throw unreadable(unreadable);
                });
    DocumentView view =
        new DocumentView(
            document,
            stored,
            stored.map(one -> holders(session, one)).getOrElse(List.of()),
            session.twoPhase().documents().read(document));
    context.answer(view::json, view::text);
    view.notRead().forEach(reason -> context.note(reason.message()));
    if (!view.isThere()) {
      context.note(
          "there is no document "
              + document
              + lookalike.map(other -> "; its ID is text: is it '" + other + "'?").getOrElse(""));
    }
    return view.isThere() && view.notRead().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static CommandFailure unreadable(DocumentLookup.Unreadable document) {
    return CommandFailure.refused(
        "document " + document.document() + " cannot be read: " + document.fault());
  }

  /** What holds the document, each with its transaction's record, if that is in this home. */
  private static List<Holder> holders(Session session, Participant stored) {
    List<Holder> holders = new ArrayList<>();
    for (DocumentHold hold : stored.holds()) {
      boolean isOurs = hold.home().equals(session.store().home());
      holders.add(
          new Holder(
              hold,
              Option.when(
                  isOurs, () -> session.twoPhase().transactions().find(hold.transaction()))));
    }
    return holders;
  }

  /**
   * What holds a document.
   *
   * @param hold as the document has it
   * @param record the transaction's; none if its home is another
   */
  record Holder(DocumentHold hold, Option<TransactionLookup> record) {}
}
