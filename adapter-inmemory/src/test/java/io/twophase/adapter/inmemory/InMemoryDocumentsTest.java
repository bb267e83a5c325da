package io.twophase.adapter.inmemory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.Test;

class InMemoryDocumentsTest extends DocumentRepositoryContract {

  private InMemoryDocumentRepository documents = new InMemoryDocumentRepository(HoldLimit.DEFAULT);

  @Override
  protected DocumentRepository repository(HoldLimit limit) {
    documents = new InMemoryDocumentRepository(limit);
    return documents;
  }

  @Override
  protected void host(DocumentRef document, Fields fields) {
    documents.store(document, fields);
  }

  @Test
  void aHostStoresNeitherTheProtocolsFieldsNorADocumentTwice() {
    DocumentRef order = Documents.order(1);
    assertThatThrownBy(() -> documents.store(order, Documents.fields(Names.PENDING, "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Names.PENDING);
    documents.store(order, Documents.fields("a", 1));
    assertThatThrownBy(() -> documents.store(Documents.order(1.0), Documents.fields("a", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already");
  }
}
