package io.twophase.adapter.mongo.testing;

import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.util.ArrayList;
import java.util.List;

/** What a command of several writes is answered, put together from the answers to each. */
public final class WriteAnswer {
  private final List<Document> errors = new ArrayList<>();
  private final List<Document> upserted = new ArrayList<>();
  private int matched;
  private int modified;

  /** Whether the write was made. */
  public boolean add(Write write, Document answer) {
    List<Document> failed = documents(answer, "writeErrors");
    for (Document error : failed) {
      error.put("index", write.index());
      errors.add(error);
    }
    for (Document one : documents(answer, "upserted")) {
      one.put("index", write.index());
      upserted.add(one);
    }
    if (failed.isEmpty()) {
      matched += number(answer, "n");
      modified += number(answer, "nModified");
    }
    return failed.isEmpty();
  }

  private static int number(Document answer, String field) {
    return answer.get(field) instanceof Number number ? number.intValue() : 0;
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document answer, String field) {
    return answer.get(field) instanceof List<?> list ? (List<Document>) list : List.of();
  }

  public Document document() {
    Document answer = new Document("n", matched).append("nModified", modified);
    if (!upserted.isEmpty()) {
      answer.append("upserted", upserted);
    }
    if (!errors.isEmpty()) {
      answer.append("writeErrors", errors);
    }
    return answer.append("ok", 1.0);
  }
}
