package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.ports.Store;
import java.util.Map;

/** One document: as decided, what holds it, and which transaction changed it last. */
public final class DocumentScreen implements Screen {

  private static final int MOST_HOLDS = 500;

  private final TwoPhase twophase;
  private final Store store;
  private final Redactor redactor;

  /** Documents of a store. */
  public DocumentScreen(TwoPhase twophase, Store store, Redactor redactor) {
    this.twophase = twophase;
    this.store = store;
    this.redactor = redactor;
  }

  @Override
  public Answer answer(Request request) {
    DocumentRef ref = Parameters.document(request);
    return DocumentView.read(store, twophase.documents(), ref, MOST_HOLDS)
        .fold(
            fault ->
                new Answer.Shown(
                    Json.object("unreadable", Json.object("name", ref, "fault", fault))),
            view ->
                view.stored().filter(DocumentScreen::takesPart).isPresent()
                    ? new Answer.Shown(model(view))
                    : view.isThere()
                        ? Answer.missing(
                            "NoParticipant",
                            "No transaction holds or has changed document %s: it is not shown."
                                .formatted(ref))
                        : Answer.missing(
                            "NoSuchDocument", "There is no document %s.".formatted(ref)));
  }

  /** Documents of no transaction stay unseen, whatever this process may read. */
  private static boolean takesPart(Document stored) {
    return stored.placeholder()
        || !stored.holds().isEmpty()
        || !stored.escrow().isEmpty()
        || stored.lastTransaction().isPresent();
  }

  private Map<String, Object> model(DocumentView view) {
    Map<String, Object> model = Linked.document(view, redactor);
    for (Document.LastTransaction last :
        view.stored().flatMap(Document::lastTransaction).stream().toList()) {
      boolean isHere = last.home().equals(store.home());
      model.put(
          "lastTransaction",
          Json.object(
              "id", last.id(),
              "home", isHere ? null : last.home(),
              "link", isHere ? Links.transaction(last.id().value()) : null));
    }
    return Json.object("document", model);
  }
}
