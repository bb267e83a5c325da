package io.twophase.cli.account;

import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.run.DocumentArguments;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.document.DocumentRef;
import java.util.Optional;
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
    DocumentRef document = DocumentArguments.ref(collection, id, Optional.ofNullable(database));
    return withStore(session -> show(session, document, DocumentArguments.lookalike(id)));
  }

  private int show(Session session, DocumentRef document, Optional<String> lookalike) {
    DocumentView view =
        DocumentView.read(
                session.store(), session.twoPhase().documents(), document, Integer.MAX_VALUE)
            .getOrElseThrow(
                fault -> CommandFailure.refused(Views.unreadable("document", document, fault)));
    done(view.json(Redactor.NONE), DocumentText.of(view));
    view.decided().swap().forEach(reason -> note(reason.message()));
    if (!view.isThere()) {
      String other = lookalike.map("; its ID is text: is it '%s'?"::formatted).orElse("");
      note("there is no document " + document + other);
    }
    return view.isThere() && view.decided().isRight() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
