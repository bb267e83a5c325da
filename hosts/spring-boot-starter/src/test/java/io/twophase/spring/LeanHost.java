package io.twophase.spring;

import io.twophase.adapter.mongo.DocumentMapper;
import java.util.function.Function;
import org.bson.Document;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A host without the actuator and without Spring Data: answers what came of a transfer. */
public final class LeanHost implements Function<String, String> {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Host {}

  @Override
  public String apply(String uri) {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Host.class)
            .web(WebApplicationType.NONE)
            .properties("spring.mongodb.uri=" + uri, "twophase.probe=false")
            .run()) {
      return Contexts.moveMoney(context).isApplied()
          + ", "
          + context.getBean(DocumentMapper.class).fields(new Document("to", "Ann"));
    }
  }
}
