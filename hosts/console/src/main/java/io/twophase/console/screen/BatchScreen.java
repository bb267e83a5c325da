package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.BatchId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The record of a batch, and where each of its members is. */
public final class BatchScreen implements Screen {

  private static final int PAGE = 100;

  private final TwoPhase twophase;
  private final Store store;
  private final Redactor redactor;

  /** Batches of a store. */
  public BatchScreen(TwoPhase twophase, Store store, Redactor redactor) {
    this.twophase = twophase;
    this.store = store;
    this.redactor = redactor;
  }

  @Override
  public Answer answer(Request request) {
    BatchId id = Parameters.parsed(BatchId.parse(request.required("id")));
    int page = Parameters.page(request);
    Lookup seen = store.records().find(List.of(new RecordId(id.value()))).get(0);
    if (seen.fault().isPresent()) {
      return new Answer.Shown(
          Json.object("unreadable", Json.object("id", id, "fault", seen.fault())));
    }
    return seen.record()
        .<Answer>map(record -> new Answer.Shown(model(seen, record, page)))
        .orElseGet(() -> Answer.missing("NoSuchBatch", "There is no batch " + id + "."));
  }

  private Map<String, Object> model(Lookup seen, TransactionRecord record, int number) {
    Paging<TransactionId> page =
        Paging.of(record.members(), PAGE, number, Links.transaction(record.id().value()));
    Map<String, Object> model =
        Json.object(
            "batch",
            Views.batch(record, members(record, page.shown()), redactor),
            "meaning",
            StateWords.meaning(record.state()),
            "steps",
            Steps.of(record, record.lastModified().plus(seen.unmodifiedFor())),
            "unfinished",
            Unfinished.of(seen, store.owners()));
    model.putAll(page.json());
    return model;
  }

  private List<Map<String, Object>> members(TransactionRecord record, List<TransactionId> ids) {
    List<TransactionLookup> lookups = ids.isEmpty() ? List.of() : twophase.transactions().find(ids);
    List<Map<String, Object>> members = new ArrayList<>();
    for (int at = 0; at < ids.size(); at++) {
      Map<String, Object> member = Views.member(record, ids.get(at), lookups.get(at), redactor);
      member.put("link", Links.transaction(ids.get(at).value()));
      members.add(member);
    }
    return members;
  }
}
