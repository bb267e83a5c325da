package io.twophase.app.function;

import io.twophase.app.statement.DocumentReader;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Holds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads documents for functions, as decided. Thread-safe. */
final class DecidedReads {

  private final DocumentReader reader;
  private final Holds holds;

  DecidedReads(DocumentReader reader, Holds holds) {
    this.reader = reader;
    this.holds = holds;
  }

  /**
   * The documents as they were decided at one moment; but of those that are absent, all but one are
   * each of a moment of its own: no reading can tell more of them.
   *
   * @throws ConflictException if the documents change again and again while they are read
   */
  Map<DocumentRef, Optional<Fields>> read(List<DocumentRef> documents) {
    Map<DocumentRef, Optional<Fields>> decided = new HashMap<>();
    List<DocumentRef> wanted = new ArrayList<>(documents);
    while (!wanted.isEmpty()) {
      ReadAnswer answer = reader.read(wanted);
      if (answer instanceof ReadAnswer.NotConsistent changed) {
        throw new ConflictException(Optional.ofNullable(documents.get(0)), changed.message());
      }
      if (answer instanceof ReadAnswer.CannotTell several) {
        several.absent().forEach(ref -> decided.put(ref, Optional.empty()));
        wanted.removeAll(several.absent());
      } else {
        answer.orElseThrow().forEach(read -> decided.put(read.document(), read.fields()));
        wanted.clear();
      }
    }
    return decided;
  }

  List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
    return holds.select(collection, guards, most);
  }
}
