package io.twophase.adapter.mongo.servertransaction;

import static java.util.stream.Collectors.toList;

import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A database whose collections tell each change of a document. */
final class WatchedDatabase extends MemoryDatabase {
  private final Consumer<Change> watcher;

  WatchedDatabase(String name, CursorRegistry cursors, Consumer<Change> watcher) {
    super(name, cursors);
    this.watcher = watcher;
  }

  @Override
  protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
    return name.startsWith("system.")
        ? super.openOrCreateCollection(name, options)
        : new Watched(name, options);
  }

  private final class Watched extends MemoryCollection {
    Watched(String name, CollectionOptions options) {
      super(WatchedDatabase.this, name, options, WatchedDatabase.this.cursorRegistry);
    }

    private void tell(Optional<Document> before, Optional<Document> after) {
      watcher.accept(Change.of(this, before, after));
    }

    /** A cursor keeps copies, so that later changes do not reach its later answers. */
    @Override
    protected Cursor createCursor(List<Document> left) {
      return super.createCursor(left.stream().map(Document::cloneDeeply).collect(toList()));
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
      tell(Optional.empty(), Optional.of(document));
      return super.addDocumentInternal(document);
    }

    @Override
    protected void handleUpdate(Integer position, Document before, Document after) {
      tell(Optional.of(before), Optional.of(after));
      super.handleUpdate(position, before, after);
    }

    @Override
    protected void removeDocument(Integer position) {
      tell(Optional.of(getDocument(position)), Optional.empty());
      super.removeDocument(position);
    }
  }
}
