package io.twophase.spring.data;

import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.ports.EntityMapper;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import io.twophase.spring.TwoPhaseCustomizer;
import org.bson.codecs.configuration.CodecRegistries;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MongoConverter;

/**
 * The configuration of a host with Spring Data: documents go by its converter, and Twophase refuses
 * to write inside a transaction of a {@code MongoTransactionManager}.
 */
@AutoConfiguration(
    after = DataMongoAutoConfiguration.class,
    before = TwoPhaseAutoConfiguration.class)
@ConditionalOnClass({MongoConverter.class, DataMongoAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "twophase.enabled", matchIfMissing = true)
public final class TwoPhaseDataAutoConfiguration {

  /** Stands before the mapper of documents, in whose place a mapper of the host's own stands. */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(MongoConverter.class)
  EntityMapper twophaseEntityMapper(MongoConverter converter, DocumentMapper documents) {
    return new ConverterMapper(converter, documents);
  }

  @Bean
  @Fallback
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(MongoConverter.class)
  DocumentMapper twophaseConvertingMapper(MongoConverter converter) {
    return DocumentMapper.by(
        CodecRegistries.fromRegistries(
            CodecRegistries.fromProviders(new ConverterCodecs(converter)),
            converter.getCodecRegistry()));
  }

  /** First of all, so that a guard of the host's own takes its place. */
  @Bean
  @ConditionalOnMissingBean(name = "twophaseTransactionGuard")
  @Order(Ordered.HIGHEST_PRECEDENCE)
  TwoPhaseCustomizer twophaseTransactionGuard(ObjectProvider<MongoDatabaseFactory> databases) {
    OpenTransactionGuard guard = new OpenTransactionGuard(databases.stream().toList());
    return builder -> builder.callerGuard(guard);
  }
}
