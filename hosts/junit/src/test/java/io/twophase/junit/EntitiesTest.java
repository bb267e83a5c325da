package io.twophase.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.ports.EntityMapper;
import io.twophase.test.fault.Interceptor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Functions of a host's tests read and save its entities. */
class EntitiesTest {

  @RegisterExtension
  static final TwoPhaseExtension TWOPHASE =
      new TwoPhaseExtension(
          Interceptor.overriding(
              EntityMapper.class,
              EntityMapper.NONE,
              new Object() {
                public DocumentRef ref(Class<?> unused, Object key) {
                  return TwoPhase.document("orders", key);
                }

                public DocumentRef ref(Object entity) {
                  return ref(Order.class, ((Order) entity).id());
                }

                public Fields fields(Object entity) {
                  return Fields.of(Map.of("status", ((Order) entity).status()));
                }

                public Order entity(DocumentRef unused, Fields fields, Class<?> unusedType) {
                  return new Order("o1", fields.toString().contains("Paid") ? "Paid" : "other");
                }
              }));

  private record Order(String id, String status) {}

  @Test
  void aFunctionReadsWhatAnotherHasSaved(TwoPhase twophase) {
    twophase
        .transact(
            "save",
            tx -> {
              tx.save(new Order("o1", "Paid"));
              return "saved";
            })
        .orElseThrow();

    assertThat(
            twophase
                .transact("read", tx -> tx.get(Order.class, "o1").orElseThrow().status())
                .orElseThrow())
        .isEqualTo("Paid");
  }
}
